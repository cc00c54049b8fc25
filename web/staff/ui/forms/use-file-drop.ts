import { useEffect, useRef, useState, type RefObject } from 'react';

/** Takes the files that are dropped on an element. Returns true while files are dragged over the element. */
export function useFileDrop(place: RefObject<HTMLElement | null>, take: (files: readonly File[]) => void): boolean {
  const latest = useRef(take);
  const [over, setOver] = useState(false);
  useEffect(() => {
    latest.current = take;
  });

  useEffect(() => {
    const element = place.current;
    if (element === null) return undefined;
    const whileOver = (event: DragEvent) => {
      // Otherwise the browser would open the dropped file in place of the page.
      event.preventDefault();
      setOver(true);
    };
    const leave = () => setOver(false);
    const drop = (event: DragEvent) => {
      event.preventDefault();
      setOver(false);
      latest.current([...(event.dataTransfer?.files ?? [])]);
    };
    element.addEventListener('dragover', whileOver);
    element.addEventListener('dragleave', leave);
    element.addEventListener('drop', drop);
    return () => {
      element.removeEventListener('dragover', whileOver);
      element.removeEventListener('dragleave', leave);
      element.removeEventListener('drop', drop);
    };
  }, [place]);

  return over;
}
