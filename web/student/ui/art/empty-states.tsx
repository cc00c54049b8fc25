import { lazy, Suspense } from 'react';
import type * as drawings from './empty-state-drawings.tsx';

type Name = keyof typeof drawings;

const Blank = () => <svg viewBox="0 0 240 180" width={240} aria-hidden />;

/** A drawing, loaded on demand: few visits show such a state, and the words are enough without the drawing. */
function drawing(name: Name) {
  const Drawing = lazy(() =>
    import('./empty-state-drawings.tsx').then(
      (loaded) => ({ default: loaded[name] }),
      () => ({ default: Blank }),
    ),
  );
  return () => (
    <Suspense fallback={<Blank />}>
      <Drawing />
    </Suspense>
  );
}

/** Empty: a fox asleep on a cushion. */
export const SleepingFox = drawing('SleepingFox');

/** Not found: an owl with a map. */
export const LostOwl = drawing('LostOwl');

/** No connection: a sleepy cloud with a loose plug. */
export const OfflineCloud = drawing('OfflineCloud');
