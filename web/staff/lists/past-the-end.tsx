import { useEffect } from 'react';
import { NoMatch } from './list-states.tsx';
import type { ListControl } from './use-list-state.ts';

interface PastTheEndProps<Field extends string, Filter extends string> {
  readonly control: ListControl<Field, Filter>;
  readonly totalCount: number;
}

/** A bookmarked page that the list has no longer: the last one stands for it. */
export function PastTheEnd<Field extends string, Filter extends string>(props: PastTheEndProps<Field, Filter>) {
  const { control, totalCount } = props;
  const { page, size, search } = control.state;
  const last = Math.ceil(totalCount / size);
  useEffect(() => {
    if (page > last) control.change({ page: last }, { replace: true });
  });
  // A count that is not exact may say too much: then nothing more fits.
  return page > last ? null : <NoMatch search={search} onClear={control.clear} />;
}
