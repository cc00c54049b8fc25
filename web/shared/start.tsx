import { startTransition, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter, createPath, RouterProvider, type RouteObject } from 'react-router-dom';
import { withChunkErrors } from './chunk-loading.ts';
import { startI18n } from './i18n/i18n.ts';
import { nextTask } from './next-task.ts';
import { reloadOnce } from './reload-once.ts';

/** Starts the staff app or the students' app. */
export async function start(routes: RouteObject[]): Promise<void> {
  const root = document.getElementById('root');
  if (root === null) throw new Error('the page lost its root element');

  // Evaluating the scripts was one task; each later step is a task of its own.
  await nextTask();
  const wordsCome = startI18n();
  await nextTask();
  const router = createBrowserRouter(withChunkErrors(routes));

  // A chunk of an older build no longer exists. Forms have stored their drafts.
  window.addEventListener('vite:preloadError', () => {
    const { location } = router.state.navigation;
    // Offline, a reload would leave an empty page; the caller of the import reports the problem.
    if (navigator.onLine) reloadOnce(() => undefined, 0, location && createPath(location));
  });

  await wordsCome;
  await nextTask();
  // Until the first screen is ready, the page stays as it came: a page of the book may be in it.
  await new Promise<void>((resolve) => {
    if (router.state.initialized) resolve();
    else router.subscribe(({ initialized }) => initialized && resolve());
  });
  // Renders in slices, so that the browser can handle input in between.
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <RouterProvider router={router} />
      </StrictMode>,
    ),
  );
}
