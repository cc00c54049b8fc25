import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import i18next from 'i18next';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import type { Role } from '#schema/access.ts';
import { routes } from '#web/routes.tsx';
import { startI18n } from '#web/shared/i18n/i18n.ts';
import { signIn } from './people.ts';
import type { World } from './world.ts';

export interface RenderOptions {
  readonly world: World;
  readonly path: string;
  /** Signed in as this demo account; without it, nobody is. */
  readonly role?: Role;
  readonly language?: 'en' | 'jp';
}

/** Shows one URL of the web app in jsdom, talking to the world's real gateway. */
export async function renderRoute({ world, path, role, language = 'en' }: RenderOptions) {
  cleanup();
  reachGateway(world.url);
  window.localStorage.clear();
  window.sessionStorage.clear();
  if (role) window.localStorage.setItem('loginInfo', JSON.stringify(await signIn(world, role)));
  window.localStorage.setItem('lang', language);
  await (i18next.isInitialized ? i18next.changeLanguage(language) : startI18n());
  const router = createMemoryRouter(routes, { initialEntries: [path] });
  render(<RouterProvider router={router} />);
  return { router, screen, user: userEvent.setup() };
}

const nodeFetch = globalThis.fetch;

// jsdom has no server of its own, and its AbortSignal is not the one Node's fetch knows.
function reachGateway(url: string): void {
  globalThis.fetch = (input, init) => {
    const path = input instanceof Request ? input.url : input.toString();
    return nodeFetch(new URL(path, url), { ...init, signal: undefined });
  };
}
