import { More } from '@blueprintjs/icons';
import type { ReactNode } from 'react';
import { DropdownMenu } from './dropdown-menu.tsx';

export interface RowAction {
  readonly key: string;
  readonly text: string;
  readonly icon?: ReactNode;
  readonly intent?: 'danger';
  readonly run: () => void;
}

interface RowMenuProps {
  /** The button's label, for screen readers: "Actions for Sakura". */
  readonly label: string;
  /** Without items there is no button. */
  readonly items: readonly RowAction[];
}

/** The actions of one row, in a menu behind a button at the row's end. */
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
