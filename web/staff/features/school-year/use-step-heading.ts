import { useEffect, useRef, type RefObject } from 'react';

/**
 * The ref of the heading of a step (`tabIndex={-1}`). When another step is shown, the window goes to its top and the focus to
 * the heading. `shown` is undefined while the step loads.
 */
export function useStepHeading(shown: string | undefined): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  const before = useRef<string>(undefined);
  useEffect(() => {
    if (shown === undefined || before.current === shown) return;
    const isFirst = before.current === undefined;
    before.current = shown;
    if (isFirst) return;
    window.scrollTo(0, 0);
    heading.current?.focus({ preventScroll: true });
  }, [shown]);
  return heading;
}
