import { Button } from '@blueprintjs/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { problemOf } from '#web/shared/apollo/problem.ts';
import { dayInWords, instantInWords } from '#web/shared/i18n/days.ts';
import { schoolDayOf } from '#web/staff/platform/settings/settings.ts';
import { localeOf } from '#schema/languages.ts';
import { PlainTable } from '#web/staff/features/activity/plain-table.tsx';
import { typeWords } from '#web/staff/features/contents/content-types.ts';
import { unitTitle } from '#web/staff/features/curriculum/breadcrumbs.tsx';
import { useClassStudentContentsQuery, type StudentContentLineFragment } from '#web/staff/operations.generated.ts';
import { unmask } from '#web/shared/apollo/masks.ts';
import { ListProblem, ListSkeleton } from '#web/staff/ui/lists/list-states.tsx';

/** The number of rows before the user shows all. */
const shownAtFirst = 20;

interface StudentContentsProps {
  readonly classId: string;
  readonly profileId: string;
}

/** The student's use of the textbook's contents (opened, heard, finished, recorded), the last used content first. */
export function StudentContents({ classId, profileId }: StudentContentsProps) {
  const { t, i18n } = useTranslation('classes');
  const { t: activity } = useTranslation('activity');
  const { data, error, refetch } = useClassStudentContentsQuery({ variables: { classId, profileId } });
  const [all, setAll] = useState(false);
  const found = data?.classStudentContents;
  const rows = found?.contents.map((row) => unmask<StudentContentLineFragment>(row)) ?? [];
  const number = new Intl.NumberFormat(localeOf(i18n.language));
  return (
    <section className="list-card student-card" aria-label={t('contentsUsed')}>
      <h2>{t('contentsUsed')}</h2>
      {error && !found && (
        <ListProblem problem={problemOf(error)} onRetry={() => void refetch().catch(() => undefined)} />
      )}
      {!error && !found && <ListSkeleton columns={5} />}
      {found && rows.length === 0 && <p>{t('noContentsUsed')}</p>}
      {rows.length > 0 && <ContentsTable rows={all ? rows : rows.slice(0, shownAtFirst)} />}
      {rows.length > shownAtFirst && !all && (
        <Button
          className="student-all"
          variant="minimal"
          onClick={() => setAll(true)}
          text={activity('showAll', { count: rows.length, shown: number.format(rows.length) })}
        />
      )}
      {found && (
        <p className="student-note">
          {t('heardMeans')}{' '}
          {found.viewsKeptSince !== null &&
            t('viewsKeptSince', { day: dayInWords(found.viewsKeptSince, i18n.language) })}
        </p>
      )}
    </section>
  );
}

function ContentsTable({ rows }: { readonly rows: readonly StudentContentLineFragment[] }) {
  const { t, i18n } = useTranslation('classes');
  const { t: activity } = useTranslation('activity');
  const { t: lesson } = useTranslation('lessons');
  const day = (at: string) => dayInWords(schoolDayOf(at), i18n.language);
  return (
    <PlainTable
      caption={t('contentsUsed')}
      columns={[
        {
          key: 'content',
          title: activity('content'),
          cell: ({ content }) => (
            <span className="student-cell">
              <b>{content.name}</b>
              <small>
                {t('contentPlace', {
                  unit: unitTitle(content.unit),
                  page: content.pageNumber,
                  type: lesson(typeWords[content.type]),
                })}
              </small>
            </span>
          ),
        },
        {
          key: 'opened',
          title: t('openedAt'),
          cell: ({ views, firstOpenedAt, lastOpenedAt }) => (
            <Moment at={lastOpenedAt}>
              {firstOpenedAt !== null && views > 1 && t('openedTimes', { count: views, day: day(firstOpenedAt) })}
            </Moment>
          ),
        },
        { key: 'heard', title: t('heardAt'), cell: ({ lastHeardAt }) => <Moment at={lastHeardAt} /> },
        {
          key: 'finished',
          title: t('finishedAt'),
          cell: ({ finished, finishedAt }) =>
            finished && finishedAt === null ? t('finishedBefore') : <Moment at={finishedAt} />,
        },
        {
          key: 'recorded',
          title: t('recordedAt'),
          cell: ({ recordings, lastRecordedAt }) => (
            <Moment at={lastRecordedAt}>{recordings > 1 && t('recordingCount', { count: recordings })}</Moment>
          ),
        },
      ]}
      rows={rows}
      keyOf={({ content }) => content.id}
    />
  );
}

function Moment({ at, children }: { readonly at: string | null; readonly children?: string | false }) {
  const { i18n } = useTranslation('classes');
  if (at === null) return <span className="student-never">–</span>;
  return (
    <span className="student-cell">
      <time dateTime={at}>{instantInWords(at, i18n.language)}</time>
      {children && <small>{children}</small>}
    </span>
  );
}
