import './dom.ts';
import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import i18next from 'i18next';
import { createMemoryRouter, RouterProvider, type RouteObject } from 'react-router-dom';
import { onTestFinished } from 'vitest';
import type { Role } from '#schema/access.ts';
import { startI18n } from '#web/shared/i18n/i18n.ts';
import { stayOnPage } from '#web/shared/reload-once.ts';
import { staffClient } from '#web/staff/platform/apollo/client.ts';
import { tokenlessClient } from '#web/staff/platform/apollo/tokenless-client.ts';
import { routes as staffRoutes } from '#web/staff/routes.tsx';
import { studentClient } from '#web/student/platform/apollo/student-client.ts';
import { routes as studentRoutes } from '#web/student/routes.tsx';
import { reachGateway } from './dom.ts';
import { signIn } from './people.ts';
import { takeToasts } from './toasts.ts';
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
  leave();
  reachGateway(world.url);
  window.localStorage.clear();
  window.sessionStorage.clear();
  if (role) window.localStorage.setItem('loginInfo', JSON.stringify(await signIn(world, role)));
  window.localStorage.setItem('lang', language);
  if (!i18next.isInitialized) await startI18n();
  await i18next.changeLanguage(language);
  const router = createMemoryRouter([...studentRoutes, ...staffRoutes].map(unused), { initialEntries: [path] });
  render(<RouterProvider router={router} />);
  onTestFinished(leave);
  return { router, screen, user: userEvent.setup() };
}

// The files of one worker share the toasts and the caches: a page would show a list of an earlier world before the answer
// of its own world. A page that was about to reload does not.
function leave(): void {
  cleanup();
  stayOnPage();
  takeToasts();
  for (const { cache } of [staffClient, studentClient, tokenlessClient]) void cache.reset();
}

// A router takes the parts of `lazy` out of the object as it loads them, so a second one would find them gone.
function unused(route: RouteObject): RouteObject {
  const lazy = typeof route.lazy === 'object' ? { ...route.lazy } : route.lazy;
  return route.index ? { ...route, lazy } : { ...route, lazy, children: route.children?.map(unused) };
}
