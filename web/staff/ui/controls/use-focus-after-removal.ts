import { useEffect, type RefObject } from 'react';

/** A row around the focused element. */
interface RowPlace {
  readonly row: Element;
  readonly list: Element | null;
  /** The row's index among the rows of the list. */
  readonly at: number;
}

interface Focused {
  readonly element: HTMLElement;
  /** The innermost row first; empty for an element outside the rows. */
  readonly around: readonly RowPlace[];
  /** The element's index among the controls of its row. */
  readonly place: number;
}

const controls = 'a[href], button, input, select, textarea, summary';

const controlsIn = (row: Element) => [...row.querySelectorAll<HTMLElement>(controls)];

const hasControls = (row: Element): boolean => row.querySelector(controls) !== null;

/** The rows of a list that can take the focus. */
const rowsOf = (list: Element | null): Element[] => [...(list?.children ?? [])].filter(hasControls);

/** Focuses the control at this index, else another one. A row whose only child is a card takes the focus as a whole. */
function focusRow(row: Element, place: number): void {
  const card = row.querySelector<HTMLElement>(':scope > [tabindex="-1"]');
  const found = card ? [card] : controlsIn(row);
  const wanted = found[Math.min(place, found.length - 1)];
  [...(wanted ? [wanted] : []), ...found].some((control) => {
    control.focus();
    // A disabled or hidden control does not take the focus.
    return document.activeElement === control;
  });
}

/**
 * Keeps the focus near a row that leaves its list, such as a row whose button was pressed: the same control of the next
 * row takes the focus, else of the row before. Without rows, the heading in `root` takes the focus, else its first
 * control, else the page's heading. `root` must outlive the rows; `rows` is their selector. The DOM is observed, because
 * a row can also leave while a dialog above the list has the focus, and because buttons are disabled during a request. A
 * key that is held down while a row leaves does not press the button that takes the focus.
 */
export function useFocusAfterRemoval(root: RefObject<HTMLElement | null>, rows: string): void {
  useEffect(() => {
    let last: Focused | undefined;
    let nearest: Element | null = null;

    function focusedAt(element: HTMLElement): Focused {
      const around: RowPlace[] = [];
      for (let row = element.closest(rows); row && root.current?.contains(row);) {
        const list = row.parentElement;
        around.push({ row, list, at: rowsOf(list).indexOf(row) });
        row = list?.closest(rows) ?? null;
      }
      const [inner] = around;
      return { element, around, place: inner ? Math.max(0, controlsIn(inner.row).indexOf(element)) : 0 };
    }

    function nearestRow({ around }: Focused): Element | undefined {
      for (const { row, list, at } of around) {
        if (row.isConnected) return row;
        const left = list?.isConnected ? rowsOf(list) : [];
        const near = left[Math.min(at, left.length - 1)];
        if (near) return near;
      }
      return [...(root.current?.querySelectorAll(rows) ?? [])].find(hasControls);
    }

    function restore(): void {
      if (last === undefined || document.activeElement !== document.body) return;
      const { element, around, place } = last;
      if (element.isConnected) {
        // The button was disabled during its request, and the row stayed.
        if (around.length > 0 && !element.matches(':disabled')) element.focus({ preventScroll: true });
        return;
      }
      const row = nearestRow(last);
      if (row) {
        focusRow(row, place);
        nearest = document.activeElement;
        return;
      }
      // The next rows are still loading.
      if (root.current?.querySelector('.bp6-skeleton')) return;
      const heading = root.current?.querySelector<HTMLElement>('h1, h2, h3');
      const rest = heading ?? root.current?.querySelector<HTMLElement>(controls) ?? document.querySelector('h1');
      if (!rest) return;
      if (!rest.matches(controls)) rest.tabIndex = -1;
      rest.focus();
      last = { element: rest, around: [], place };
    }

    function note({ target }: FocusEvent): void {
      if (!(target instanceof HTMLElement)) return;
      if (root.current?.contains(target)) last = focusedAt(target);
      // A dialog above the list returns the focus to the list.
      else if (!target.closest('.bp6-portal')) last = undefined;
    }

    /** Forgets an element that the user left by pressing an empty place of the page. */
    function leave(): void {
      queueMicrotask(() => {
        const isThere = last?.element.isConnected && !last.element.matches(':disabled');
        if (isThere && document.activeElement === document.body) last = undefined;
      });
    }

    function ignoreHeldKey(event: KeyboardEvent): void {
      if (event.repeat && event.target === nearest) event.preventDefault();
      else nearest = null;
    }

    const observer = new MutationObserver(restore);
    observer.observe(document.body, {
      ...{ childList: true, subtree: true },
      ...{ attributes: true, attributeFilter: ['disabled'] },
    });
    document.addEventListener('focusin', note);
    document.addEventListener('focusout', leave);
    document.addEventListener('keydown', ignoreHeldKey, true);
    return () => {
      observer.disconnect();
      document.removeEventListener('focusin', note);
      document.removeEventListener('focusout', leave);
      document.removeEventListener('keydown', ignoreHeldKey, true);
    };
  }, [root, rows]);
}
