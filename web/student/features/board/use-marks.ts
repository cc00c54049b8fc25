import { useLayoutEffect, useState } from 'react';
import { contentFinished } from '#web/student/platform/content-finished.ts';

const none = { heard: false, spoken: false, finished: false };

/** The child's activity on the shown content since it opened. `isSpoken`: finishing the content means a recording. */
export function useMarks(contentHashCode: string | null, isSpoken: boolean) {
  const [done, setDone] = useState({ of: contentHashCode, marks: none });
  // A page for reading is finished in an effect of the same commit. A layout effect registers the listener before.
  useLayoutEffect(() => {
    const ends = new AbortController();
    const mark = (marks: Partial<typeof none>) =>
      setDone((before) => ({
        of: contentHashCode,
        marks: { ...(before.of === contentHashCode ? before.marks : none), ...marks },
      }));
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
  return done.of === contentHashCode ? done.marks : none;
}
