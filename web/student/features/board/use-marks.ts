import { useLayoutEffect, useState } from 'react';
import { contentFinished } from '#web/student/platform/content-finished.ts';

const none = { heard: false, spoken: false, finished: false };

type Marks = typeof none;

interface Looking {
  /** The content that the child's page shows; null on a page of another kind. */
  readonly contentHashCode: string | null;
  /** Finishing the content means a recording. */
  readonly isSpoken: boolean;
  /** What the board shows. A child who looks elsewhere and comes back keeps its marks until the board turns. */
  readonly turn: string;
}

/** The child's activity on the shown content. */
export function useMarks({ contentHashCode, isSpoken, turn }: Looking): Marks {
  const [done, setDone] = useState<{ turn: string; marks: ReadonlyMap<string | null, Marks> }>({
    turn,
    marks: new Map(),
  });
  const marks = done.marks.get(contentHashCode) ?? none;
  if (done.turn !== turn) setDone({ turn, marks: new Map([[contentHashCode, marks]]) });
  // A page for reading is finished in an effect of the same commit. A layout effect registers the listener before.
  useLayoutEffect(() => {
    const ends = new AbortController();
    const mark = (more: Partial<Marks>) =>
      setDone((before) => {
        const all = { ...(before.marks.get(contentHashCode) ?? none), ...more };
        return { ...before, marks: new Map([...before.marks, [contentHashCode, all]]) };
      });
    // The event does not bubble, but the document sees it in the capture phase.
    const options = { capture: true, signal: ends.signal };
    document.addEventListener('ended', () => mark({ heard: true }), options);
    document.addEventListener(
      contentFinished,
      (event) => {
        if (event instanceof CustomEvent && event.detail === contentHashCode)
          mark({ finished: true, ...(isSpoken && { spoken: true }) });
      },
      options,
    );
    return () => ends.abort();
  }, [contentHashCode, isSpoken]);
  return marks;
}
