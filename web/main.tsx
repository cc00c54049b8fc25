import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter, createPath, RouterProvider } from 'react-router-dom';
import { routes } from './routes.tsx';
import { startI18n } from './shared/i18n/i18n.ts';
import { reloadOnce } from './shared/reload-once.ts';

const root = document.getElementById('root');
if (root === null) throw new Error('the page lost its root element');

const router = createBrowserRouter(routes);

// A chunk of an older build is not there any more. Forms have kept their drafts.
window.addEventListener('vite:preloadError', () => {
  const { location } = router.state.navigation;
  // Without a network a new load would leave nothing at all; what wanted the chunk says what is the matter.
  if (navigator.onLine) reloadOnce(() => undefined, 0, location && createPath(location));
});

await startI18n();
createRoot(root).render(
  <StrictMode>
    <RouterProvider router={router} />
  </StrictMode>,
);
