import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter, RouterProvider } from 'react-router-dom';
import { routes } from './routes.tsx';
import { startI18n } from './shared/i18n/i18n.ts';

const root = document.getElementById('root');
if (root === null) throw new Error('index.html lost its root element');

const router = createBrowserRouter(routes);
await startI18n();
createRoot(root).render(
  <StrictMode>
    <RouterProvider router={router} />
  </StrictMode>,
);
