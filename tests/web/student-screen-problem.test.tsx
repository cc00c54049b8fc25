import '#tests/support/dom.ts';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import i18next from 'i18next';
import { createMemoryRouter, RouterProvider, type RouteObject } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ownWords } from '#tests/support/own-words.ts';
import { patterns } from '#web/shared/paths.ts';
import { reportTo } from '#web/shared/telemetry/report.ts';
import { routes } from '#web/student/routes.tsx';
import { Component as studentArea } from '#web/student/student-area.tsx';
import enCommon from '../../locales/en/common.json' with { type: 'json' };
import en from '../../locales/en/student.json' with { type: 'json' };
import jpCommon from '../../locales/jp/common.json' with { type: 'json' };
import jp from '../../locales/jp/student.json' with { type: 'json' };

ownWords({ en: { student: en, common: enCommon }, jp: { student: jp, common: jpCommon } });

const missing = new TypeError('Failed to fetch dynamically imported module');

beforeEach(() => void vi.spyOn(console, 'error').mockReturnValue());
afterEach(async () => {
  cleanup();
  vi.restoreAllMocks();
  reportTo(() => undefined);
  await i18next.changeLanguage('en');
});

/** The students' pages, where the code of the check of the device does not come, or something beside it fails. */
async function openBroken(broken: 'screen' | 'area' = 'screen'): Promise<void> {
  const fail = () => Promise.reject(missing);
  const without = (route: RouteObject): RouteObject => {
    if (route.index) return route;
    if (broken === 'screen' && route.path === patterns.check) return { ...route, lazy: fail };
    const children = route.children?.map(without);
    return { ...route, children, ...(broken === 'area' && route.Component === studentArea && { loader: fail }) };
  };
  const router = createMemoryRouter(routes.map(without), { initialEntries: [patterns.check] });
  render(<RouterProvider router={router} />);
  await screen.findByRole('heading');
}

it.each([
  ['a screen did not come', 'screen'],
  ['something beside the screens failed', 'area'],
] as const)('says in the students’ words that %s, with another try and the way home', async (_, broken) => {
  const reported = vi.fn();
  reportTo(reported);
  await openBroken(broken);
  expect(screen.getByRole('heading').textContent).toBe('That didn’t work');
  screen.getByRole('button', { name: 'Try again' });
  expect(screen.getByRole('link', { name: 'Go home' }).getAttribute('href')).toBe('/student/profiles');
  expect(document.querySelector('.student .page-header')).not.toBeNull();
  // React can show the heading before it runs the effect that reports the error.
  await waitFor(() =>
    expect(reported).toHaveBeenCalledWith(expect.objectContaining({ type: 'error', message: missing.message })),
  );
});

it('names the missing network, in Japanese with the readings', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  await i18next.changeLanguage('jp');
  await openBroken();
  expect(screen.getByRole('heading').textContent).toBe('いま インターネットに つながらないよ');
  screen.getByRole('link', { name: 'さいしょへ' });
});
