import { useTranslation } from 'react-i18next';
import { localeOf } from '#schema/languages.ts';
import { typeWords } from '#web/staff/features/contents/content-types.ts';
import { unitTitle } from '#web/staff/features/curriculum/breadcrumbs.tsx';
import type { UsedContentLineFragment } from '#web/staff/operations.generated.ts';
import { lengthInWords } from '#web/staff/features/reports/report-words.ts';
import { PlainTable } from './plain-table.tsx';

/** The contents that the class opened most often. */
export function UsedContents({ contents }: { readonly contents: readonly UsedContentLineFragment[] }) {
  const { t, i18n } = useTranslation('activity');
  const { t: lesson } = useTranslation('lessons');
  const { t: report } = useTranslation('reports');
  const number = new Intl.NumberFormat(localeOf(i18n.language));
  if (contents.length === 0) return null;
  return (
    <section className="list-card activity-card" aria-label={t('mostUsed')}>
      <h2>{t('mostUsed')}</h2>
      <PlainTable
        caption={t('mostUsed')}
        columns={[
          { key: 'name', title: t('content'), cell: ({ content }) => <b>{content.name}</b> },
          { key: 'unit', title: t('unit'), isNamed: true, cell: ({ content }) => unitTitle(content.unit) },
          { key: 'page', title: t('page'), cell: ({ content }) => content.pageNumber },
          { key: 'type', title: t('type'), cell: ({ content }) => lesson(typeWords[content.type]) },
          { key: 'views', title: t('times'), cell: ({ views }) => number.format(views) },
          { key: 'time', title: t('time'), cell: ({ duration }) => lengthInWords(duration, report) },
        ]}
        rows={contents}
        keyOf={({ content }) => content.id}
      />
    </section>
  );
}
