import '#tests/support/dom.ts';
import i18next from 'i18next';
import { expect, test } from 'vitest';
import { keptWorld } from '#tests/support/kept-world.ts';
import { renderRoute } from '#tests/support/render-route.tsx';

const world = keptWorld();

test('a mail’s link brings its language once, so that the switch holds over a reload', async () => {
  window.history.replaceState(null, '', '/login?to=%2Fusers&lng=jp#token=abc');
  await renderRoute({ world, path: '/login' });
  expect(i18next.resolvedLanguage).toBe('jp');
  expect(window.localStorage.getItem('lang')).toBe('jp');
  const { search, hash } = window.location;
  expect([search, hash]).toEqual(['?to=%2Fusers', '#token=abc']);
});
