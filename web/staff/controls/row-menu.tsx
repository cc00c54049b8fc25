import { More } from '@blueprintjs/icons';
import type { ReactNode } from 'react';
import { DropdownMenu } from '#web/staff/shell/dropdown-menu.tsx';

export interface RowAction {
  readonly key: string;
  readonly text: string;
  readonly icon?: ReactNode;
  readonly intent?: 'danger';
  readonly run: () => void;
}

interface RowMenuProps {
  /** Says of what: "Actions for Sakura". */
  readonly label: string;
  /** Without any, there is no button either. */
  readonly items: readonly RowAction[];
}

/** What can be done with one row, behind one button at its end. */
export function RowMenu({ label, items }: RowMenuProps) {
  if (items.length === 0) return null;
  return (
    <DropdownMenu
      label={label}
      button={<More />}
      choices={items.map(({ run, ...item }) => ({ ...item, onChoose: run }))}
    />
  );
}
