import '#tests/support/dom.ts';
import { within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { newId } from '#api/ground/db/ids.ts';
import { classProfiles, communityPostReports, profiles } from '#api/ground/db/schema.ts';
import { keptWorld } from '#tests/support/kept-world.ts';
import { renderRoute } from '#tests/support/render-route.tsx';
import { makeClass, makePost, makeTextBook } from '#tests/support/teaching.ts';

const world = keptWorld();

test('the undo of a hiding brings the post back with its reports', async () => {
  const { db } = world.services;
  const { id: textbookId } = await makeTextBook(db);
  const { id: classId } = await makeClass(db, { textbookId });
  const profileId = newId();
  await db.insert(profiles).values({ id: profileId, name: 'Mio', animal: 'owl' });
  await db.insert(classProfiles).values({ classId, profileId });
  const { id: postId } = await makePost(db, { classId, profileId });
  await db.insert(communityPostReports).values({ id: newId(), postId, profileId, reason: 'My name is on it.' });
  const { screen, user } = await renderRoute({ world, path: `/classes/${classId}/community`, role: 'Administrator' });
  await screen.findByText('My name is on it.');
  await user.click(screen.getByRole('button', { name: 'Hide: post by Mio' }));
  const toast = (await screen.findByText('Mio’s post is hidden.')).closest<HTMLElement>('.toast');
  if (!toast) throw new Error('the text stands in no toast');
  expect(screen.queryByText('My name is on it.')).toBeNull();
  await user.click(within(toast).getByRole('button', { name: 'Undo' }));
  await screen.findByText('Undone.');
  await screen.findByText('My name is on it.');
  expect(screen.getByRole('button', { name: 'Hide: post by Mio' })).toBeDefined();
});
