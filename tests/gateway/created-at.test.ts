import { beforeAll, expect, test } from 'vitest';
import { newId } from '#api/ground/db/ids.ts';
import { auditLog, profiles } from '#api/ground/db/schema.ts';
import { keptWorld } from '#tests/support/kept-world.ts';
import { graphql } from '#tests/support/people.ts';
import { makeChild, makeClass, makeContent, makeLesson, makeTextBook } from '#tests/support/teaching.ts';
import { makeDelivery, makeWebhook } from '#tests/support/webhooks.ts';
import { addStaff, tokenOf } from '../api/school.ts';

const world = keptWorld();
let token: string;

/** Another instant than those of joining, changing and deleting, which are now. */
const made = new Date('2025-04-07T01:02:03.000Z');
const createdAt = made.toISOString();

beforeAll(async () => {
  const admin = await addStaff(world, { role: 'SuperAdmin', createdAt: made });
  token = await tokenOf(world, admin);
});

async function ask(query: string, variables: object = {}): Promise<unknown> {
  const { data, errors } = await graphql<object>(world, query, { ...variables }, { authorization: `Bearer ${token}` });
  expect(errors).toBeUndefined();
  return data;
}

test('one’s own account says when it was made', async () => {
  expect(await ask('{ myAccount { createdAt } }')).toEqual({ myAccount: { createdAt } });
});

test('a child’s profile says when it was made, in its class, taken out of it, and among what is kept', async () => {
  const { db } = world.services;
  const book = await makeTextBook(db);
  const { id } = await makeClass(db, { textbookId: book.id });
  const here = await makeChild(db, { classId: id });
  const gone = await makeChild(db, { classId: id });
  await db.update(profiles).set({ createdAt: made });
  await ask('mutation ($input: RemoveClassProfilesInput!) { removeClassProfiles(input: $input) }', {
    input: { classId: id, profileIds: [gone.id] },
  });
  const query = `query ($id: ID!, $child: ID!) {
    classProfiles(classId: $id) { items { id createdAt } }
    removedClassProfiles(classId: $id) { items { id createdAt } }
    privacyCard(id: $child) { createdAt firstSeenAt }
    privacyProfiles(search: $child) { items { createdAt firstSeenAt } }
  }`;
  expect(await ask(query.replace('search: $child', `search: "${here.id}"`), { id, child: here.id })).toEqual({
    classProfiles: { items: [{ id: here.id, createdAt }] },
    removedClassProfiles: { items: [{ id: gone.id, createdAt }] },
    privacyCard: { createdAt, firstSeenAt: createdAt },
    privacyProfiles: { items: [{ createdAt, firstSeenAt: createdAt }] },
  });
});

test('an entry of the audit log says so by `createdAt` too, and is sorted by it', async () => {
  const { db } = world.services;
  const actor = await addStaff(world, { role: 'Administrator' });
  const later = new Date('2025-04-08T01:02:03.000Z');
  const entry = { actorId: actor.id, actorName: 'A', action: 'update', entity: 'users', entityId: actor.id };
  for (const at of [later, made]) await db.insert(auditLog).values({ id: newId(), ...entry, at, searchText: '' });
  const entries = async (sort: string) =>
    ask(`query ($id: ID!) { auditEntries(filter: { actorId: $id }, sort: [${sort}]) { items { createdAt at } } }`, {
      id: actor.id,
    });
  const both = (at: string) => ({ createdAt: at, at });
  const items = [both(createdAt), both(later.toISOString())];
  for (const field of ['CREATED_AT', 'AT']) {
    expect(await entries(`{ field: ${field}, direction: ASC }`)).toEqual({ auditEntries: { items } });
    expect(await entries(`{ field: ${field}, direction: DESC }`)).toEqual({
      auditEntries: { items: items.toReversed() },
    });
  }
});

test('a message of a webhook says when it was made, beside when the row changed', async () => {
  const { id } = await makeWebhook(world.services);
  await makeDelivery(world.services.db, { webhookId: id, createdAt: made });
  const query = 'query ($id: ID!) { webhookDeliveries(webhookId: $id) { items { createdAt occurredAt } } }';
  const row = { createdAt, occurredAt: expect.not.stringMatching(createdAt) as unknown };
  expect(await ask(query, { id })).toEqual({ webhookDeliveries: { items: [row] } });
});

test('what is in the trash says when it was made, of whatever kind', async () => {
  const { db } = world.services;
  const gone = { createdAt: made, deletedAt: new Date() };
  const book = await makeTextBook(db);
  const unit = await makeLesson(db, { textbookId: book.id, position: 0 });
  const rows = [
    await makeContent(db, { lessonId: unit.id, position: 0, ...gone }),
    await makeTextBook(db, gone),
    await addStaff(world, { role: 'Teacher', ...gone }),
    await makeChild(db, { classId: (await makeClass(db, { textbookId: book.id })).id, ...gone }),
  ];
  const items = rows.map(({ id }) => ({ id, createdAt }));
  expect(await ask('{ trash(page: { size: 100 }) { items { id createdAt } } }')).toEqual({
    trash: { items: expect.arrayContaining(items) as object[] },
  });
});
