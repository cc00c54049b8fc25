import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { problemOf } from '#web/shared/apollo/problem.ts';
import { ListProblem, NoMatch } from '#web/staff/ui/lists/list-states.tsx';
import type { ListControl } from '#web/staff/ui/lists/use-list-state.ts';
import './ordered-list.css';

interface FoundRowsProps<Row extends { readonly id: string }> {
  readonly label: string;
  readonly control: Pick<ListControl<string, never>, 'state' | 'clear'>;
  readonly answer: { readonly rows: readonly Row[] | undefined; readonly error: unknown; readonly loading: boolean };
  readonly onRetry: () => void;
  readonly children: (row: Row) => ReactNode;
}

/** The rows of a searched or sorted list, which cannot be moved, or the list's state: loading, failed, no match. */
export function FoundRows<Row extends { readonly id: string }>(props: FoundRowsProps<Row>) {
  const { label, control, answer, onRetry, children } = props;
  const { t } = useTranslation('common');
  const { rows, error, loading } = answer;
  if (rows === undefined) {
    return error !== undefined && !loading ? (
      <ListProblem problem={problemOf(error)} onRetry={onRetry} />
    ) : (
      <div className="lines-loading" role="status" aria-label={t('loading')}>
        <span className="bp6-skeleton" />
        <span className="bp6-skeleton" />
      </div>
    );
  }
  if (rows.length === 0) return <NoMatch search={control.state.search} onClear={control.clear} />;
  return (
    <ol className="ordered-list" aria-label={label} aria-busy={loading}>
      {rows.map((row) => (
        <li key={row.id}>{children(row)}</li>
      ))}
    </ol>
  );
}
