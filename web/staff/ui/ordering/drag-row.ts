interface Drag {
  readonly list: HTMLElement;
  /** The dragged row's index in the list. */
  readonly from: number;
  /** The pressed element, which captures the pointer until its release. */
  readonly handle: HTMLElement;
  readonly pointer: Pick<PointerEvent, 'pointerId' | 'clientY'>;
  /** Called when the row is dropped at another place. The rows stay shifted until `settle`, so that none jumps back. */
  readonly onDrop: (to: number) => void;
}

interface Place {
  readonly row: HTMLElement;
  /** Pixels from the page's top. */
  readonly top: number;
  readonly bottom: number;
}

/** Pixels from the window's edges within which a held row scrolls the page; the top bar covers the upper ones. */
const edge = { top: 110, bottom: 60 };
/** Pixels that the page scrolls in a frame. */
const scrollStep = 9;

/** Drags a row up and down its list, by mouse, finger or pen. Escape cancels the drag. */
export function dragRow({ list, from, handle, pointer, onDrop }: Drag): void {
  const places = placesOf(list);
  const dragged = places[from];
  if (dragged === undefined) return;
  const { row, top, bottom } = dragged;
  const startY = pointer.clientY + window.scrollY;
  const listening = new AbortController();
  const { signal } = listening;
  let y = pointer.clientY;
  let to = from;
  let frame = requestAnimationFrame(scrollOn);
  list.dataset['dragging'] = '';
  row.dataset['dragged'] = '';

  function move(): void {
    const shift = y + window.scrollY - startY;
    to = targetOf(places, { from, top: top + shift, bottom: bottom + shift });
    row.style.transform = `translateY(${shift}px)`;
    makeRoom(places, from, to);
  }

  function scrollOn(): void {
    const step = y < edge.top ? -scrollStep : y > window.innerHeight - edge.bottom ? scrollStep : 0;
    if (step !== 0) {
      window.scrollBy(0, step);
      move();
    }
    frame = requestAnimationFrame(scrollOn);
  }

  function end(at: number): void {
    listening.abort();
    cancelAnimationFrame(frame);
    if (at === from) settle(list);
    else onDrop(at);
  }

  handle.setPointerCapture(pointer.pointerId);
  const onMove = (event: PointerEvent) => {
    y = event.clientY;
    move();
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape') end(from);
  };
  handle.addEventListener('pointermove', onMove, { signal });
  handle.addEventListener('pointerup', () => end(to), { signal });
  handle.addEventListener('pointercancel', () => end(from), { signal });
  window.addEventListener('keydown', onKey, { signal });
}

/** Ends a drag: removes the shifts, so that each row shows at its place in the list. */
export function settle(list: HTMLElement): void {
  delete list.dataset['dragging'];
  for (const { row } of placesOf(list)) {
    row.style.transform = '';
    delete row.dataset['dragged'];
  }
}

function placesOf(list: HTMLElement): readonly Place[] {
  return [...list.children].flatMap((row) => {
    if (!(row instanceof HTMLElement)) return [];
    const { top, bottom } = row.getBoundingClientRect();
    return [{ row, top: top + window.scrollY, bottom: bottom + window.scrollY }];
  });
}

/** The index at which the held row would land: past every row whose middle the leading edge has crossed. */
function targetOf(
  places: readonly Place[],
  held: { readonly from: number; readonly top: number; readonly bottom: number },
) {
  const middle = ({ top, bottom }: Place) => (top + bottom) / 2;
  const passedUp = places.slice(0, held.from).filter((place) => held.top < middle(place)).length;
  const passedDown = places.slice(held.from + 1).filter((place) => held.bottom > middle(place)).length;
  return held.from - passedUp + passedDown;
}

/** Shifts the rows between the held row's old and new place by the held row's height. */
function makeRoom(places: readonly Place[], from: number, to: number): void {
  const dragged = places[from];
  const next = places[from + 1];
  const before = places[from - 1];
  if (dragged === undefined) return;
  const height = next ? next.top - dragged.top : dragged.bottom - (before?.bottom ?? dragged.top);
  for (const [index, { row }] of places.entries()) {
    if (index === from) continue;
    const shift = index > from && index <= to ? -height : index < from && index >= to ? height : 0;
    row.style.transform = shift === 0 ? '' : `translateY(${shift}px)`;
  }
}
