import { useTranslation } from 'react-i18next';
import { framedSites } from '#schema/rules/embeds.ts';
import { Icon } from '#web/student/ui/art/icons.tsx';
import { Words } from '#web/student/ui/text/words.tsx';

/** Further hosts from which the embedded sites load. */
const behindThem = ['*.googlevideo.com', '*.ytimg.com', '*.wordwall.net'];

/** The hosts that a school's network must allow, for the person who administers the network. */
export function AllowList() {
  const { t } = useTranslation('check');
  const hosts = [window.location.host, ...framedSites.map((site) => new URL(site).host), ...behindThem];
  return (
    <section className="check-allow sheet">
      <h2>
        <Words text={t('allowTitle')} />
      </h2>
      <p>
        <Words text={t('allowText')} />
      </p>
      <ul className="check-hosts">
        {hosts.map((host) => (
          <li key={host}>{host}</li>
        ))}
      </ul>
      <button type="button" className="button check-print" onClick={() => window.print()}>
        <Icon name="list" size={30} />
        <span>
          <Words text={t('print')} />
        </span>
      </button>
    </section>
  );
}
