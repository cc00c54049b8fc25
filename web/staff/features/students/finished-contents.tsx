import { useTranslation } from 'react-i18next';
import { instantInWords } from '#web/shared/i18n/days.ts';
import { PlainTable } from '#web/staff/features/activity/plain-table.tsx';
import { typeWords } from '#web/staff/features/contents/content-types.ts';
import { unitTitle } from '#web/staff/features/curriculum/breadcrumbs.tsx';
import type { ClassStudentQuery } from '#web/staff/operations.generated.ts';

/** The contents that a student has finished, in printed order. */
export function FinishedContents({ contents }: { readonly contents: ClassStudentQuery['classStudent']['finished'] }) {
  const { t, i18n } = useTranslation('classes');
  const { t: activity } = useTranslation('activity');
  const { t: lesson } = useTranslation('lessons');
  return (
    <section className="list-card student-card" aria-label={t('finished')}>
      <h2>{t('finished')}</h2>
      {contents.length === 0 ? (
        <p>{t('noFinished')}</p>
      ) : (
        <PlainTable
          caption={t('finished')}
          columns={[
            { key: 'name', title: activity('content'), cell: ({ content }) => <b>{content.name}</b> },
            { key: 'unit', title: activity('unit'), cell: ({ content }) => unitTitle(content.unit) },
            { key: 'page', title: activity('page'), cell: ({ content }) => content.pageNumber },
            { key: 'type', title: activity('type'), cell: ({ content }) => lesson(typeWords[content.type]) },
            {
              key: 'finished',
              title: t('finishedAt'),
              cell: ({ finishedAt }) =>
                finishedAt === null ? (
                  t('finishedBefore')
                ) : (
                  <time dateTime={finishedAt}>{instantInWords(finishedAt, i18n.language)}</time>
                ),
            },
          ]}
          rows={contents}
          keyOf={({ content }) => content.id}
        />
      )}
    </section>
  );
}
