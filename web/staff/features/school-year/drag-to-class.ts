interface Drag {
  /** The pressed element, which captures the pointer until its release. */
  readonly handle: HTMLElement;
  readonly pointer: Pick<PointerEvent, 'pointerId' | 'clientX' | 'clientY'>;
  /** The text that follows the pointer. */
  readonly label: string;
  /** Called with the value of `data-drop` of the element under the released pointer. */
  readonly onDrop: (target: string) => void;
}

/** Pixels before a press becomes a drag. */
const slack = 5;

/** Drags students onto an element with `data-drop`, by mouse, finger or pen. Escape cancels the drag. */
export function dragToClass({ handle, pointer, label, onDrop }: Drag): void {
  const listening = new AbortController();
  const { signal } = listening;
  const ghost = document.createElement('div');
  ghost.className = 'turn-ghost';
  ghost.textContent = label;
  ghost.setAttribute('aria-hidden', 'true');
  let over: HTMLElement | undefined;

  function mark(next: HTMLElement | undefined): void {
    if (over) delete over.dataset['over'];
    over = next;
    if (over) over.dataset['over'] = '';
  }

  function end(drops: boolean): void {
    listening.abort();
    ghost.remove();
    const target = drops ? over?.dataset['drop'] : undefined;
    mark(undefined);
    if (target !== undefined) onDrop(target);
  }

  function move(event: PointerEvent): void {
    const [dx, dy] = [event.clientX - pointer.clientX, event.clientY - pointer.clientY];
    if (!ghost.isConnected && Math.hypot(dx, dy) < slack) return;
    if (!ghost.isConnected) document.body.append(ghost);
    ghost.style.transform = `translate(${event.clientX + 12}px, ${event.clientY + 12}px)`;
    const found = document.elementFromPoint(event.clientX, event.clientY)?.closest('[data-drop]');
    mark(found instanceof HTMLElement ? found : undefined);
  }

  handle.setPointerCapture(pointer.pointerId);
  handle.addEventListener('pointermove', move, { signal });
  handle.addEventListener('pointerup', () => end(true), { signal });
  handle.addEventListener('pointercancel', () => end(false), { signal });
  window.addEventListener('keydown', (event) => event.key === 'Escape' && end(false), { signal });
}
