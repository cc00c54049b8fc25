import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { newId } from '#api/ground/db/ids.ts';
import { forgotPassword } from '#schema/rest/auth.ts';
import { createUser } from '#schema/rest/users.ts';
import { photo } from '#tests/support/media-samples.ts';
import { demoEmail } from '#tests/support/people.ts';
import { ownWorld } from '#tests/support/world.ts';
import { createWorks } from './child-works.ts';
import { makePlace } from './samples/place.ts';
import { send, tokenOf } from './school.ts';

// Without a worker, the jobs stay in the queue.
const world = ownWorld({ gateway: false, api: { jobsInApi: false } });

test('a child’s work comes before mails, and invitations after what somebody waits for', async () => {
  const place = await makePlace(world);
  const { aChild, sendImage } = createWorks(world, place);
  const person = { email: `${newId()}@school.test`, firstName: 'Aya', lastName: 'Mori', role: 'Teacher' };
  await send(world, createUser, { token: await tokenOf(world, place.own.Administrator), body: person }).expect(201);
  await send(world, forgotPassword, { body: { email: demoEmail.Teacher } }).expect(202);
  await sendImage(await aChild(), await photo(320, 240)).expect(202);
  const { rows } = await world.services.db.execute(
    sql`select task_identifier as name from graphile_worker.jobs
      where task_identifier in ('prepareMedia', 'requestLink', 'mailAccountLink') order by priority, run_at`,
  );
  expect(rows).toEqual([{ name: 'prepareMedia' }, { name: 'requestLink' }, { name: 'mailAccountLink' }]);
});
