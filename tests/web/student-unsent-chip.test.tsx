import '#tests/support/dom.ts';
import { act, fireEvent, waitFor } from '@testing-library/react';
import i18next from 'i18next';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { showDialogs } from '#tests/support/child-in-jsdom.tsx';
import { keptWorld } from '#tests/support/kept-world.ts';
import { renderRoute } from '#tests/support/render-route.tsx';
import { unsentWorks } from '#web/student/platform/sending/unsent-works.ts';

const world = keptWorld();
const id = 'a work that waits';

beforeAll(showDialogs);
afterEach(() => {
  vi.restoreAllMocks();
  unsentWorks.note(id, false);
});

/** The first page of a device on which a work waits, where the list of such works does not load. */
async function openWithoutList() {
  const shown = await renderRoute({ world, path: '/student/profiles' });
  const load = vi.spyOn(i18next, 'loadNamespaces').mockRejectedValue(new TypeError('Failed to fetch'));
  act(() => unsentWorks.note(id, true));
  const chip = await shown.screen.findByRole('button', { name: '1 waiting to send' });
  await waitFor(() => expect(load).toHaveBeenCalledWith('sending'));
  return { ...shown, chip, load };
}

it('the list of what waits says that its code did not come, and tries again', async () => {
  const { chip, load, screen, user } = await openWithoutList();
  await user.click(chip);
  await screen.findByRole('dialog', { name: 'That didn’t work' });
  load.mockRestore();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByRole('dialog', { name: 'On the way to the wall' });
});

it('the sender is loaded when the network is back, and no list opens by itself', async () => {
  const { load, screen } = await openWithoutList();
  load.mockClear();
  fireEvent(window, new Event('online'));
  await waitFor(() => expect(load).toHaveBeenCalledWith('sending'));
  expect(screen.queryByRole('dialog')).toBeNull();
});
