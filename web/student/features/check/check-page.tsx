import { useTranslation } from 'react-i18next';
import { words } from '#web/shared/i18n/words.ts';
import { Icon } from '#web/student/ui/art/icons.tsx';
import { StudentPage } from '#web/student/ui/frame/student-page.tsx';
import { Words } from '#web/student/ui/text/words.tsx';
import { paths } from '#web/shared/paths.ts';
import { AllowList } from './allow-list.tsx';
import { CheckCard } from './check-card.tsx';
import { useChecks } from './use-checks.ts';
import { checks } from './check-result.ts';
import './check-page.css';

export const loader = words('check');

/** For grown-ups: checks this device and this network, and lists the hosts that the network must allow. */
export function Component() {
  const { t } = useTranslation('check');
  const { results, report, start, isNew, isBusy } = useChecks();
  return (
    <StudentPage title={t('title')} back={paths.profiles()} className="check">
      <h1 className="check-title">
        <Words text={t('title')} />
      </h1>
      <p className="check-intro">
        <Words text={t('intro')} />
      </p>
      <button
        type="button"
        className="button button-primary check-start"
        aria-disabled={isBusy}
        onClick={() => isBusy || void start()}
      >
        <Icon name={isNew ? 'play' : 'again'} size={32} />
        <span>
          <Words text={t(isNew ? 'start' : 'startAgain')} />
        </span>
      </button>
      <ul className="check-list">
        {checks.map((check) => (
          <CheckCard key={check} check={check} result={results[check]} report={(result) => report(check, result)} />
        ))}
      </ul>
      <AllowList />
    </StudentPage>
  );
}
