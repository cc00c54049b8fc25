import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { paths } from '#web/paths.ts';
import { CopyButton } from '#web/staff/controls/copy-button.tsx';
import { LastChange } from '#web/staff/controls/last-change.tsx';
import type { TextBookDetailFragment } from '#web/staff/operations.generated.ts';

/** What is known of a textbook beside what can be typed. */
export function TextBookFacts({ found }: { readonly found: TextBookDetailFragment }) {
  const { t } = useTranslation('textbooks');
  return (
    <section className="panel" aria-label={t('facts')}>
      <h2>{t('facts')}</h2>
      {found.thumbnail && <img className="textbook-picture" src={found.thumbnail.url} alt={t('thumbnail')} />}
      <dl className="textbook-facts">
        <dt>{t('shortCode')}</dt>
        <dd className="code">{found.shortCode}</dd>
        {found.description && (
          <>
            <dt>{t('description')}</dt>
            <dd className="textbook-description">{found.description}</dd>
          </>
        )}
        <dt>{t('holds')}</dt>
        <dd>
          {t('unitCount', { count: found.unitCount })}
          <br />
          {t('contentCount', { count: found.contentCount })}
        </dd>
        <dt>{t('classes')}</dt>
        <dd>
          {found.classCount === 0 ? (
            t('classCount', { count: 0 })
          ) : (
            <Link to={`${paths.classes}?textbook=${found.id}`}>{t('classCount', { count: found.classCount })}</Link>
          )}
        </dd>
        <dt>{t('urlLink')}</dt>
        <dd className="textbook-link">
          <a href={found.urlLink} target="_blank" rel="noreferrer">
            {found.urlLink}
          </a>
          <CopyButton text={found.urlLink} label={t('copyUrlLink')} />
        </dd>
        <dt>{t('lastChange')}</dt>
        <dd>
          <LastChange of={found} />
        </dd>
      </dl>
    </section>
  );
}
