import { act, waitFor, within } from '@testing-library/react';
import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { classes } from '#api/ground/db/schema.ts';
import { ChildGuard } from '#schema/rest/enumerations.ts';
import { keptWorld } from '#tests/support/kept-world.ts';
import { lessonOfMia } from '#tests/support/lesson-in-jsdom.tsx';
import { makeChild } from '#tests/support/teaching.ts';
import { paths } from '#web/paths.ts';
import { profileStore } from '#web/student/platform/profiles/profile-store.ts';

const world = keptWorld();
const { made, visit } = lessonOfMia(world);

it('a child who shows animals takes the tablet over from one who shows none, and goes on with the page', async () => {
  const { db } = world.services;
  const { room, pages } = made();
  await db.update(classes).set({ childGuard: ChildGuard.PICTURES }).where(eq(classes.id, room.id));
  const ken = await makeChild(db, { classId: room.id, name: 'Ken', pictures: ['cat', 'owl', 'cat'] });
  const { screen, user, router, isAt } = await visit();
  await screen.findByRole('heading', { name: 'Room 1' });
  await act(() => router.navigate(paths.studentContent(pages[0].hashCode)));
  await user.click(await screen.findByRole('button', { name: 'Mia: change profile' }));
  await user.click(await screen.findByRole('button', { name: /^Ken/ }));
  const sheet = within(await screen.findByRole('dialog', { name: /Ken/ }));
  for (const animal of ['Cat', 'Owl', 'Cat']) await user.click(sheet.getByRole('button', { name: animal }));
  await isAt(0);
  await screen.findByRole('button', { name: 'Ken: change profile' });
  await waitFor(() => expect(profileStore.getState().info?.id).toBe(ken.id));
});
