import '#tests/support/dom.ts';
import { act, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { holdAnswers } from '#tests/support/held-answers.ts';
import { keptWorld } from '#tests/support/kept-world.ts';
import { renderRoute } from '#tests/support/render-route.tsx';

const world = keptWorld();
afterEach(() => vi.unstubAllGlobals());

/** The list of users with a search that nobody matches, and the next answer held. */
async function searchInVain() {
  const shown = await renderRoute({ world, path: '/users?search=yamax', role: 'Administrator' });
  await shown.screen.findByRole('heading', { name: 'No results for “yamax”' });
  const count = () => document.querySelector('.list-count')?.textContent;
  expect(count()).toBe('0 users');
  return { ...shown, count, ...holdAnswers('Users') };
}

describe('a list whose last answer was empty claims nothing before the next answer', () => {
  test('to another search', async () => {
    const { screen, router, count, answers, letThrough } = await searchInVain();
    await act(() => router.navigate('/users?search=zzzz'));
    await waitFor(() => expect(answers).not.toHaveLength(0));
    await screen.findByRole('status', { name: 'Loading…' });
    expect(screen.queryByRole('heading', { name: /^No results/ })).toBeNull();
    expect(count()).toBe('');
    letThrough();
    await screen.findByRole('heading', { name: 'No results for “zzzz”' });
    expect(count()).toBe('0 users');
  });

  test('without a search', async () => {
    const { screen, user, count, answers, letThrough } = await searchInVain();
    await user.click(screen.getByRole('button', { name: 'Clear search and filters' }));
    await waitFor(() => expect(answers).not.toHaveLength(0));
    await screen.findByRole('status', { name: 'Loading…' });
    expect(screen.queryByRole('heading', { name: 'No users yet' })).toBeNull();
    letThrough();
    await waitFor(() => expect(screen.getAllByRole('row').length).toBeGreaterThan(1));
    expect(count()).toMatch(/^[1-9]/);
  });
});
