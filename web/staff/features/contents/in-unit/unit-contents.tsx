import { useTranslation } from 'react-i18next';
import { unmask } from '#web/shared/apollo/masks.ts';
import { problemOf } from '#web/shared/apollo/problem.ts';
import { ListProblem } from '#web/staff/ui/lists/list-states.tsx';
import {
  useUnitContentsQuery,
  type LessonRowFragment,
  type ContentItemFragment,
} from '#web/staff/operations.generated.ts';
import { OrderedList } from '#web/staff/ui/ordering/ordered-list.tsx';
import { firstPage, useWholeList } from '#web/staff/ui/ordering/kept-list.ts';
import { unitTitle } from '#web/staff/features/curriculum/breadcrumbs.tsx';
import { ContentLine } from './content-line.tsx';
import { useContentOrder } from './use-content-order.ts';
import { useDeleteContent } from '#web/staff/features/contents/use-delete-content.ts';
import '#web/staff/features/curriculum/lines.css';

/** The contents of a unit, in the order in which children meet them. */
export function UnitContents({
  unit,
}: {
  readonly unit: Pick<LessonRowFragment, 'id' | 'textBookId' | 'title' | 'name'>;
}) {
  const { t } = useTranslation(['lessons', 'common']);
  const query = useUnitContentsQuery({ variables: { lessonId: unit.id, page: firstPage } });
  const page = query.data?.contents;
  const whole = useWholeList({ page, fetchMore: query.fetchMore });
  const move = useContentOrder(unit.id, query.refetch);
  const { remove, question } = useDeleteContent();

  if (page === undefined) {
    return query.error && !query.loading ? (
      <ListProblem problem={problemOf(query.error)} onRetry={() => void query.refetch()} />
    ) : (
      <div className="lines-loading" role="status" aria-label={t('common.loading')}>
        <span className="bp6-skeleton" />
        <span className="bp6-skeleton" />
      </div>
    );
  }
  if (page.items.length === 0) return <p className="lines-empty">{t('noContentsText')}</p>;
  return (
    <>
      <OrderedList
        label={t('contentsOf', { name: unitTitle(unit) })}
        rows={unmask<ContentItemFragment>(page.items)}
        nameOf={({ name }) => name}
        onMove={move}
      >
        {(content, controls) => (
          <ContentLine content={content} controls={whole && controls} onDelete={() => void remove({ content, unit })} />
        )}
      </OrderedList>
      {question}
    </>
  );
}
