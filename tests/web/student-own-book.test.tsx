import '#tests/support/dom.ts';
import { act, waitFor } from '@testing-library/react';
import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { classes } from '#api/ground/db/schema.ts';
import { keptWorld } from '#tests/support/kept-world.ts';
import { lessonOfMia } from '#tests/support/lesson-in-jsdom.tsx';
import { makeChild, makeTextBook } from '#tests/support/teaching.ts';
import { paths } from '#web/paths.ts';
import { homePath } from '#web/student/platform/place.ts';
import { activeProfile, profileStore } from '#web/student/platform/profiles/profile-store.ts';

const world = keptWorld();
const { made, visit } = lessonOfMia(world);

/** Mia, who shows its animals, opens a book by the book's own code. */
async function openBook({ hashCode, name }: { readonly hashCode: string; readonly name: string }) {
  await makeChild(world.services.db, { classId: made().room.id, name: 'Ken' });
  const shown = await visit();
  await shown.screen.findByRole('heading', { name: 'Room 1' });
  const mia = activeProfile();
  if (!mia) throw new Error('Mia is not there');
  act(() => profileStore.add({ ...mia, isTaken: true, asksPictures: true }));
  await act(() => shown.router.navigate(paths.unitList({ book: hashCode })));
  await shown.screen.findByRole('heading', { name });
  return shown;
}

async function handOver({ screen, user }: Awaited<ReturnType<typeof openBook>>): Promise<void> {
  await user.click(screen.getByRole('button', { name: 'Mia: change profile' }));
  await screen.findByRole('heading', { name: 'Who is learning today?' });
}

it('a child who opens the own page of its class’s book stays in its class, whose children can go on', async () => {
  const shown = await openBook(made().book);
  expect(homePath(activeProfile())).toBe(paths.studentClass(made().room.classHashCode));
  await handOver(shown);
  await shown.screen.findByRole('button', { name: /^Ken/ });
  await shown.screen.findByRole('button', { name: /^Mia/ });
});

it('the children of a class are found when one of them has opened another book', async () => {
  const other = await makeTextBook(world.services.db, { name: 'Another book' });
  const shown = await openBook(other);
  expect(homePath(activeProfile())).toBe(paths.unitList({ book: other.hashCode }));
  await handOver(shown);
  await shown.screen.findByRole('button', { name: /^Ken/ });
  await shown.screen.findByRole('button', { name: /^Mia/ });
});

it.each([
  ['over', { startDate: '2019-04-01', endDate: '2020-03-31' }],
  ['not there any more', { deletedAt: new Date() }],
])('a child whose class is %s settles in its book', async (_, change) => {
  const { room, book } = made();
  await world.services.db.update(classes).set(change).where(eq(classes.id, room.id));
  const { screen, router } = await visit();
  await screen.findByRole('heading', { name: /^(This class is finished|We can’t find this class)/ });
  await act(() => router.navigate(paths.unitList({ book: book.hashCode })));
  await screen.findByRole('heading', { name: book.name });
  await waitFor(() => expect(homePath(activeProfile())).toBe(paths.unitList({ book: book.hashCode })));
});
