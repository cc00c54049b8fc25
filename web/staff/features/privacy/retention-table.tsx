import { useTranslation } from 'react-i18next';
import { problemOf } from '#web/shared/apollo/problem.ts';
import { instantInWords } from '#web/shared/i18n/days.ts';
import { localeOf } from '#schema/languages.ts';
import { ownProblems } from '#web/staff/platform/apollo/problem-link.ts';
import { ListProblem } from '#web/staff/ui/lists/list-states.tsx';
import { useRetentionQuery, type RetentionKind } from '#web/staff/operations.generated.ts';

const kindWords = {
  PAGE_VIEWS: 'kindPageViews',
  PROFILES: 'kindProfiles',
  POSTS: 'kindPosts',
  AUDIT: 'kindAudit',
  DEVICES: 'kindDevices',
  UPLOAD_ANSWERS: 'kindUploadAnswers',
  TRASH: 'kindTrash',
  UNUSED_PICTURES: 'kindUnusedPictures',
  ALBUMS: 'kindAlbums',
  SESSIONS: 'kindSessions',
} as const satisfies Record<RetentionKind, string>;

/** The retention periods and the removals of the last night. Read-only, as the installation sets the periods. */
export function RetentionTable() {
  const { t, i18n } = useTranslation('privacy');
  const query = useRetentionQuery({ ...ownProblems });
  const found = query.data?.retention;
  const number = new Intl.NumberFormat(localeOf(i18n.language));
  return (
    <section className="panel privacy-retention" aria-labelledby="retention-title">
      <h2 id="retention-title">{t('retention')}</h2>
      <p className="privacy-note">{t('retentionText')}</p>
      {found === undefined && query.error && !query.loading && (
        <ListProblem problem={problemOf(query.error)} onRetry={() => void query.refetch()} />
      )}
      {found && (
        <>
          <p className="privacy-note">
            {found.lastRun
              ? t('lastRun', { when: instantInWords(found.lastRun.finishedAt, i18n.language) })
              : t('neverRun')}
          </p>
          <table className="list-table" role="table">
            <caption className="visually-hidden">{t('retention')}</caption>
            <thead>
              <tr role="row">
                {(['what', 'keptFor', 'removed', 'setting'] as const).map((key) => (
                  <th key={key} scope="col" role="columnheader">
                    {t(key)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {found.rules.map(({ kind, days, setting, removed }) => (
                <tr key={kind} role="row">
                  <th scope="row" role="rowheader">
                    {t(kindWords[kind])}
                  </th>
                  <td role="cell" data-title={t('keptFor')}>
                    {days === null ? t('forEver') : t('days', { count: days })}
                  </td>
                  <td role="cell" data-title={t('removed')}>
                    {removed === null ? '–' : number.format(removed)}
                  </td>
                  <td role="cell" data-title={t('setting')}>
                    {t(setting === null ? 'fixed' : 'settable')}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </>
      )}
    </section>
  );
}
