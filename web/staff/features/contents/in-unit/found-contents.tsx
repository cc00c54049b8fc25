import { useTranslation } from 'react-i18next';
import { unmask } from '#web/shared/apollo/masks.ts';
import { unitTitle } from '#web/staff/features/curriculum/breadcrumbs.tsx';
import {
  useFoundContentsQuery,
  type ContentSortField,
  type LessonRowFragment,
  type ContentItemFragment,
} from '#web/staff/operations.generated.ts';
import type { ListControl } from '#web/staff/ui/lists/use-list-state.ts';
import { FoundRows } from '#web/staff/ui/ordering/found-rows.tsx';
import { firstPage, useWholeList } from '#web/staff/ui/ordering/kept-list.ts';
import { narrowedBy } from '#web/staff/ui/ordering/order-tools.tsx';
import { ContentLine } from './content-line.tsx';
import { useDeleteContent } from '#web/staff/features/contents/use-delete-content.ts';
import '#web/staff/features/curriculum/lines.css';

interface FoundContentsProps {
  readonly unit: Pick<LessonRowFragment, 'id' | 'textBookId' | 'title' | 'name'>;
  readonly control: ListControl<ContentSortField, never>;
}

/** The contents of a unit that a search found, or all of them sorted. */
export function FoundContents({ unit, control }: FoundContentsProps) {
  const { t } = useTranslation('lessons');
  const query = useFoundContentsQuery({
    variables: { lessonId: unit.id, ...narrowedBy(control), page: firstPage },
  });
  useWholeList({ page: query.data?.contents, fetchMore: query.fetchMore });
  const { remove, question } = useDeleteContent();
  const { error, loading } = query;
  const found = (query.data ?? query.previousData)?.contents;
  return (
    <>
      <FoundRows
        label={t('contentsOf', { name: unitTitle(unit) })}
        control={control}
        answer={{ rows: found && unmask<ContentItemFragment>(found.items), error, loading }}
        onRetry={() => void query.refetch()}
      >
        {(content) => <ContentLine content={content} controls={null} onDelete={() => void remove({ content, unit })} />}
      </FoundRows>
      {question}
    </>
  );
}
