import { startTransition, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter, createPath, RouterProvider, type RouteObject } from 'react-router-dom';
import { startI18n } from './i18n/i18n.ts';
import { nextTask } from './next-task.ts';
import { reloadOnce } from './reload-once.ts';

/** Starts the app of one page: staff's or the children's. */
export async function start(routes: RouteObject[]): Promise<void> {
  const root = document.getElementById('root');
  if (root === null) throw new Error('the page lost its root element');

  // Reading the files was a task; each step from here on is one of its own.
  await nextTask();
  const wordsCome = startI18n();
  await nextTask();
  const router = createBrowserRouter(routes);

  // A chunk of an older build is not there any more. Forms have kept their drafts.
  window.addEventListener('vite:preloadError', () => {
    const { location } = router.state.navigation;
    // Without a network a new load would leave nothing at all; what wanted the chunk says what is the matter.
    if (navigator.onLine) reloadOnce(() => undefined, 0, location && createPath(location));
  });

  await wordsCome;
  await nextTask();
  // Drawn in slices, between which the browser may answer.
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <RouterProvider router={router} />
      </StrictMode>,
    ),
  );
}
