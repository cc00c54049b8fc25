import '#tests/support/dom.ts';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { newHashCode, newId } from '#api/ground/db/ids.ts';
import { hashOf } from '#api/domains/auth/tokens.ts';
import { schools, studentAlbums } from '#api/ground/db/schema.ts';
import { keptWorld } from '#tests/support/kept-world.ts';
import { demoEmail } from '#tests/support/people.ts';
import { renderRoute } from '#tests/support/render-route.tsx';
import { makeChild } from '#tests/support/teaching.ts';

const world = keptWorld();

/** A child of the demo teacher whose album waits, with the school's one place for it. */
async function aWaitingAlbum() {
  const { db, pool } = world.services;
  const { rows } = await pool.query<{ id: string; schoolId: string; teacherId: string }>(
    `select classes.id, school_id as "schoolId", main_teacher_id as "teacherId" from classes
       join users on users.id = main_teacher_id where email = $1 and school_id is not null limit 1`,
    [demoEmail.Teacher],
  );
  const [{ id: classId, schoolId, teacherId } = { id: '', schoolId: '', teacherId: '' }] = rows;
  await db.update(schools).set({ familyAlbums: true }).where(eq(schools.id, schoolId));
  const { id: profileId } = await makeChild(db, { name: 'Hana', classId });
  await db.delete(studentAlbums).where(eq(studentAlbums.schoolId, schoolId));
  const id = newId();
  const album = { id, profileId, schoolId, classIds: [classId], madeById: teacherId, days: 3 };
  await db.insert(studentAlbums).values({ ...album, tokenHash: hashOf(newHashCode()), storageKey: `album-${id}` });
  return { id, path: `/classes/${classId}/students/${profileId}` };
}

test('an album that waits can be stopped, and another one made', async () => {
  const { id, path } = await aWaitingAlbum();
  const { screen, user } = await renderRoute({ world, path, role: 'Teacher' });
  await screen.findByText('Waiting…');
  const make = screen.getByRole('button', { name: 'Make an album' });
  expect(make).toHaveProperty('disabled', true);
  await user.click(screen.getByRole('button', { name: 'Stop' }));
  await screen.findByText('Stopped. No album was made.');
  expect(screen.queryByText('Waiting…')).toBeNull();
  expect(screen.getByRole('button', { name: 'Make an album' })).toHaveProperty('disabled', false);
  expect(await world.services.db.$count(studentAlbums, eq(studentAlbums.id, id))).toBe(0);
});
