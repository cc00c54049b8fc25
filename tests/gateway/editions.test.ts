import { beforeAll, expect, test } from 'vitest';
import { addStaff, tokenOf } from '#tests/api/school.ts';
import { keptWorld } from '#tests/support/kept-world.ts';
import { graphql } from '#tests/support/people.ts';
import { makeContent, makeLesson, makeTextBook } from '#tests/support/teaching.ts';

const world = keptWorld();
const headersOf = async (role: 'Administrator' | 'Teacher') => ({
  authorization: `Bearer ${await tokenOf(world, await addStaff(world, { role }))}`,
});

const facts = `{ locked unlockedUntil editions { number name printedOn codeCount changes { added } createdBy { lastName } } changes { gone } }`;
const add = `mutation ($input: AddEditionInput!) { addEdition(input: $input) ${facts} }`;
const lock = `mutation ($input: SetPrintLockInput!) { setPrintLock(input: $input) ${facts} }`;
const ask = `query ($id: ID!) { textBookPrinting(textBookId: $id) ${facts} }`;
const changed = `query ($id: ID!) {
  printedCodes(textBookId: $id, filter: { state: CHANGED }) { items { changeSincePrint } totalCount }
}`;
const remove = `mutation ($id: ID!) { deleteContent(id: $id) }`;

let textBookId: string;
let contentId: string;
beforeAll(async () => {
  const { db } = world.services;
  ({ id: textBookId } = await makeTextBook(db, { name: 'Printed' }));
  const { id: lessonId } = await makeLesson(db, { textbookId: textBookId, position: 0 });
  ({ id: contentId } = await makeContent(db, { lessonId, position: 0 }));
});

test('a textbook is printed, refuses a deletion, is unlocked and shows the change, by GraphQL', async () => {
  const headers = await headersOf('Administrator');
  const input = { textBookId, name: 'First edition', printedOn: '2026-04-01' };
  expect((await graphql(world, add, { input }, headers)).data).toMatchObject({
    addEdition: { locked: true, editions: [{ number: 1, printedOn: '2026-04-01', codeCount: 3, changes: null }] },
  });
  const refused = await graphql(world, remove, { id: contentId }, headers);
  expect(refused.errors?.[0]?.extensions).toMatchObject({
    code: 'CONFLICT',
    messageKey: 'messages.textBookPrinted',
    messageValues: { name: 'Printed', edition: 'First edition' },
  });
  const unlocked = await graphql(world, lock, { input: { textBookId, locked: false } }, headers);
  expect(unlocked.data).toMatchObject({ setPrintLock: { locked: false } });
  await graphql(world, remove, { id: contentId }, headers);
  expect((await graphql(world, ask, { id: textBookId }, headers)).data).toMatchObject({
    textBookPrinting: { changes: { gone: 1 } },
  });
  expect((await graphql(world, changed, { id: textBookId }, headers)).data).toEqual({
    printedCodes: { items: [{ changeSincePrint: 'GONE' }], totalCount: 1 },
  });

  const teacher = await headersOf('Teacher');
  const codes = [
    await graphql(world, ask, { id: textBookId }, teacher),
    await graphql(world, add, { input }, teacher),
    await graphql(world, lock, { input: { textBookId, locked: false } }, teacher),
    await graphql(world, add, { input }, headers),
    await graphql(world, add, { input: { ...input, name: '' } }, headers),
  ].map(({ errors }) => errors?.[0]?.extensions.code);
  expect(codes).toEqual(['FORBIDDEN', 'FORBIDDEN', 'FORBIDDEN', 'CONFLICT', 'BAD_USER_INPUT']);
});
