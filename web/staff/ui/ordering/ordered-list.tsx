import { useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { dragRow, settle } from './drag-row.ts';
import { OrderControls } from './order-controls.tsx';
import './ordered-list.css';

/** One row was moved. */
export interface Move {
  /** The row's id and name. */
  readonly id: string;
  readonly name: string;
  /** The row's new place, from 1. */
  readonly position: number;
  /** All ids in the old order, and in the new order. */
  readonly before: readonly string[];
  readonly after: readonly string[];
}

interface OrderedListProps<Row extends { readonly id: string }> {
  readonly label: string;
  readonly rows: readonly Row[];
  readonly nameOf: (row: Row) => string;
  readonly onMove: (move: Move) => void;
  /** Renders a row with the controls that move it. */
  readonly children: (row: Row, controls: ReactNode) => ReactNode;
}

/** Rows that users move by dragging, by buttons or by typing a place. A live region announces each move. */
export function OrderedList<Row extends { readonly id: string }>(props: OrderedListProps<Row>) {
  const { label, rows, nameOf, onMove, children } = props;
  const { t } = useTranslation('lists');
  const list = useRef<HTMLOListElement>(null);
  const [said, setSaid] = useState('');
  const ids = rows.map(({ id }) => id);
  const order = ids.join();
  const keepFocus = useFocusKept(order);

  useLayoutEffect(() => {
    if (list.current) settle(list.current);
  }, [order]);

  function move(from: number, to: number): void {
    const row = rows[from];
    if (row === undefined || to === from || to < 0 || to >= rows.length) return;
    keepFocus();
    const position = to + 1;
    const name = nameOf(row);
    const others = ids.filter((id) => id !== row.id);
    const after = [...others.slice(0, to), row.id, ...others.slice(to)];
    onMove({ id: row.id, name, position, before: ids, after });
    setSaid(t('movedTo', { name, position, count: rows.length }));
  }

  function grab(from: number, handle: HTMLElement, pointer: React.PointerEvent): void {
    if (!list.current || pointer.button !== 0) return;
    // Prevents the selection of text and the scrolling of the page during a drag.
    pointer.preventDefault();
    dragRow({ list: list.current, from, handle, pointer, onDrop: (to) => move(from, to) });
  }

  return (
    <>
      <ol ref={list} className="ordered-list" aria-label={label}>
        {rows.map((row, index) => (
          <li key={row.id}>
            {children(
              row,
              <OrderControls
                name={nameOf(row)}
                index={index}
                count={rows.length}
                onMove={(to) => move(index, to)}
                onGrab={(handle, pointer) => grab(index, handle, pointer)}
              />,
            )}
          </li>
        ))}
      </ol>
      <span className="visually-hidden" role="status">
        {said}
      </span>
    </>
  );
}

/** Restores the focus after a reorder: a row that moves in the DOM loses the focus inside it. */
function useFocusKept(order: string): () => void {
  const focused = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    if (document.activeElement === document.body) focused.current?.focus();
    focused.current = null;
  }, [order]);
  return () => {
    if (document.activeElement instanceof HTMLElement) focused.current = document.activeElement;
  };
}
