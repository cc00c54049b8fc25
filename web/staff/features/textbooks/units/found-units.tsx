import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { unmask } from '#web/shared/apollo/masks.ts';
import { useFoundUnitsQuery, type LessonRowFragment, type LessonSortField } from '#web/staff/operations.generated.ts';
import type { ListControl } from '#web/staff/ui/lists/use-list-state.ts';
import { FoundRows } from '#web/staff/ui/ordering/found-rows.tsx';
import { firstPage, useWholeList } from '#web/staff/ui/ordering/kept-list.ts';
import { narrowedBy } from '#web/staff/ui/ordering/order-tools.tsx';

interface FoundUnitsProps {
  readonly textBookId: string;
  readonly control: ListControl<LessonSortField, never>;
  readonly children: (unit: LessonRowFragment) => ReactNode;
}

/** The units of a textbook that a search found, or all of them sorted. */
export function FoundUnits({ textBookId, control, children }: FoundUnitsProps) {
  const { t } = useTranslation('lessons');
  const query = useFoundUnitsQuery({
    variables: { textBookId, ...narrowedBy(control), page: firstPage },
  });
  useWholeList({ page: query.data?.textBookUnits, fetchMore: query.fetchMore });
  const { error, loading } = query;
  const found = (query.data ?? query.previousData)?.textBookUnits;
  return (
    <FoundRows
      label={t('units')}
      control={control}
      answer={{ rows: found && unmask<LessonRowFragment>(found.items), error, loading }}
      onRetry={() => void query.refetch()}
    >
      {children}
    </FoundRows>
  );
}
