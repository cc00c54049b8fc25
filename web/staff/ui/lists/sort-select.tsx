import { useTranslation } from 'react-i18next';
import { Select } from '#web/staff/ui/controls/select.tsx';
import type { Column } from './list-table.tsx';
import type { ListControl } from './use-list-state.ts';

interface SortSelectProps<Row, Field extends string, Filter extends string> {
  readonly columns: readonly Column<Row, Field>[];
  readonly control: ListControl<Field, Filter>;
}

/** Sorts the cards of a narrow screen, which have no header row. */
export function SortSelect<Row, Field extends string, Filter extends string>({
  columns,
  control,
}: SortSelectProps<Row, Field, Filter>) {
  const { t } = useTranslation('lists');
  const { sort } = control.state;
  const choices = columns.flatMap(({ sortField, title }) =>
    sortField === undefined
      ? []
      : (['ASC', 'DESC'] as const).map((direction) => ({
          sort: { field: sortField, direction },
          value: `${direction} ${sortField}`,
          label: t(direction === 'ASC' ? 'ascending' : 'descending', { title }),
        })),
  );
  if (choices.length === 0) return null;
  return (
    <Select
      className="sort-select"
      aria-label={t('sortBy')}
      value={`${sort.direction} ${sort.field}`}
      options={choices.map(({ value, label }) => ({ value, label }))}
      onChange={(event) => {
        const chosen = choices.find(({ value }) => value === event.target.value);
        if (chosen) control.change({ sort: chosen.sort });
      }}
    />
  );
}

/** A bar with the select alone, for a list without a search box and filters. Hidden while the list is a table. */
export function SortTools<Row, Field extends string, Filter extends string>(
  props: SortSelectProps<Row, Field, Filter>,
) {
  return (
    <div className="list-tools sort-tools">
      <SortSelect {...props} />
    </div>
  );
}
