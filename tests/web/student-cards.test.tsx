import { forgetDevice } from '#tests/support/dom.ts';
import { waitFor, within } from '@testing-library/react';
import { eq } from 'drizzle-orm';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { demoSchoolOf } from '#api/app/demo/demo-school.ts';
import { newCardCode, profiles } from '#api/ground/db/schema.ts';
import { ChildGuard } from '#schema/rest/enumerations.ts';
import { showDialogs } from '#tests/support/child-in-jsdom.tsx';
import { keptWorld } from '#tests/support/kept-world.ts';
import { renderRoute } from '#tests/support/render-route.tsx';
import { makeChild, makeClass, makeTextBook } from '#tests/support/teaching.ts';
import { paths } from '#web/paths.ts';

const world = keptWorld();
let classPath: string;
let className: string;
let card: { id: string; code: string };

beforeAll(async () => {
  const school = await demoSchoolOf(world.services);
  if (!school) throw new Error('the demo school is missing');
  classPath = new URL(school.classUrl).pathname;
  className = school.className;
  const { rows } = await world.services.pool.query<{ id: string; code: string }>(
    `select profiles.id, card_code as code from profiles
       join class_profiles on profile_id = profiles.id join classes on classes.id = class_id
       where class_hash_code = $1 and profiles.name = 'Emma'`,
    [classPath.split('/').at(-1)],
  );
  if (!rows[0]) throw new Error('the demo school has no Emma');
  card = rows[0];
});
beforeEach(forgetDevice);

it('a child’s own card opens the class as that child, without the animals', async () => {
  const { router, screen } = await renderRoute({ world, path: `/student/card#${card.code}` });
  await screen.findByRole('heading', { name: className });
  expect(router.state.location).toMatchObject({ pathname: classPath, hash: '' });
  await waitFor(() => expect(window.sessionStorage.getItem('student')).toContain(card.id));
  const [stored] = JSON.parse(window.localStorage.getItem('profiles') ?? '[]') as Record<string, unknown>[];
  // Another child who taps this face is asked for the animals.
  expect(stored).toMatchObject({ id: card.id, name: 'Emma', isTaken: true, asksPictures: true });
});

it('an old card says so, and makes nobody', async () => {
  const { db } = world.services;
  await db.update(profiles).set({ cardCode: newCardCode }).where(eq(profiles.id, card.id));
  const { screen } = await renderRoute({ world, path: `/student/card#${card.code}` });
  await screen.findByRole('heading', { name: 'This card is old' });
  expect(window.localStorage.getItem('profiles')).toBeNull();
});

it('a face of a class that asks for cards opens nothing until the child’s own card is shown', async () => {
  const { db } = world.services;
  const book = await makeTextBook(db);
  const room = await makeClass(db, { textbookId: book.id, className: 'Cards', childGuard: ChildGuard.CARD });
  await makeChild(db, { classId: room.id, name: 'Hina' });
  showDialogs();
  const { screen, user } = await renderRoute({ world, path: paths.studentClass(room.classHashCode) });
  await user.click(await screen.findByRole('button', { name: /Hina/ }));
  const sheet = await screen.findByRole('dialog', { name: 'Hina, show your card' });
  within(sheet).getByRole('button', { name: 'Scan with the camera' });
  expect(window.localStorage.getItem('profiles')).toBeNull();
});
