import '#tests/support/dom.ts';
import { act, waitFor } from '@testing-library/react';
import { eq } from 'drizzle-orm';
import { afterEach, expect, it, vi } from 'vitest';
import { classes, contents } from '#api/ground/db/schema.ts';
import { noteOperations } from '#tests/support/held-answers.ts';
import { keptWorld } from '#tests/support/kept-world.ts';
import { lessonOfMia } from '#tests/support/lesson-in-jsdom.tsx';
import { paths } from '#web/paths.ts';

const world = keptWorld();
const { made, visit } = lessonOfMia(world);
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** Lets two minutes pass on the device. */
function passTwoMinutes(): void {
  const now = Date.now.bind(Date);
  vi.spyOn(Date, 'now').mockImplementation(() => now() + 120_000);
}

it('a class and a content that are entered again are shown at once, and renewed behind the page', async () => {
  const { db } = world.services;
  const { screen, router } = await visit();
  await screen.findByRole('heading', { name: 'Room 1' });
  const { room, pages } = made();
  const content = paths.studentContent(pages[0].hashCode, { class: room.classHashCode });
  await act(() => router.navigate(content));
  await screen.findByRole('heading', { name: 'Red' });
  await db.update(classes).set({ className: 'Room 2' }).where(eq(classes.id, room.id));
  await db.update(contents).set({ name: 'Green' }).where(eq(contents.id, pages[0].id));

  // Within a minute nothing is asked again.
  const asked = noteOperations();
  await act(() => router.navigate(paths.studentClass(room.classHashCode)));
  await screen.findByRole('heading', { name: 'Room 1' });
  expect(asked).not.toContain('ClassPage');

  passTwoMinutes();
  await act(() => router.navigate(content));
  await screen.findByRole('heading', { name: 'Green' });
  await act(() => router.navigate(paths.studentClass(room.classHashCode)));
  await screen.findByRole('heading', { name: 'Room 2' });
});

it('a renewal that fails changes nothing on the page', async () => {
  const { screen, router } = await visit();
  await screen.findByRole('heading', { name: 'Room 1' });
  await act(() => router.navigate(paths.check));
  passTwoMinutes();
  const failed = vi.fn(() => Promise.reject(new TypeError('no network')));
  vi.stubGlobal('fetch', failed);
  await act(() => router.navigate(paths.studentClass(made().room.classHashCode)));
  await waitFor(() => expect(failed).toHaveBeenCalled());
  await screen.findByRole('heading', { name: 'Room 1' });
  expect(screen.queryByRole('alert')).toBeNull();
});
