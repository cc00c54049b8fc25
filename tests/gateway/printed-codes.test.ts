import { beforeAll, expect, test } from 'vitest';
import { makeContent, makeLesson, makeTextBook } from '#tests/support/teaching.ts';
import { graphql } from '#tests/support/people.ts';
import { keptWorld } from '#tests/support/kept-world.ts';
import { addStaff, tokenOf } from '../api/school.ts';

const world = keptWorld();
const headersOf = async (role: 'Administrator' | 'Teacher') => ({
  authorization: `Bearer ${await tokenOf(world, await addStaff(world, { role }))}`,
});

const listed = `query ($id: ID!, $state: PrintedCodeState) {
  printedCodes(textBookId: $id, filter: { state: $state, search: "gql-1-p" }, page: { number: 1, size: 10 }, sort: [{ field: USE_COUNT, direction: DESC }]) {
    items { id version otherCodes printedFor { kind id pageNumber deleted published } opensInstead { kind id } scanCount replacedScanCount typedCount }
    totalCount
  }
}`;
const retargeted = `mutation ($input: RetargetPrintedCodeInput!) {
  retargetPrintedCode(input: $input) { version opensInstead { kind id name } retargetedAt retargetedBy { lastName } }
}`;
const planning = `mutation ($input: RetargetPrintedCodeInput!) {
  retargetPrintedCode(input: $input) { version targetId opensLater { id } opensLaterFrom }
}`;
const broken = `query ($ids: [ID!]!) {
  printedCodesBrokenBy(ids: $ids) { items { id recentUseCount } totalCount useCount recentUseCount }
}`;
const brokenSo = `query ($ids: [ID!]!, $by: PrintedCodeBreak!) {
  printedCodesBrokenBy(ids: $ids, by: $by) { totalCount lastUsedAt }
}`;
const redirect = `query ($hashCode: String!) { codeRedirect(hashCode: $hashCode) { textBookHashCode contentHashCode } }`;

interface Listed {
  readonly printedCodes: { readonly items: readonly { readonly id: string; readonly version: number }[] };
}

let own: { readonly id: string; readonly hashCode: string };
let other: typeof own;
let textbookId: string;
beforeAll(async () => {
  const { db } = world.services;
  ({ id: textbookId } = await makeTextBook(db, { shortCode: 'GQL-1' }));
  const { id: lessonId } = await makeLesson(db, { textbookId, position: 0, name: 'Hello' });
  own = await makeContent(db, { lessonId, position: 0, pageNumber: 3, name: 'Pear' });
  other = await makeContent(db, { lessonId, position: 1, pageNumber: 4, name: 'Plum' });
});

test('printed codes are listed, retargeted and followed by GraphQL, and refused to a teacher', async () => {
  const headers = await headersOf('Administrator');
  const { data } = await graphql<Listed>(world, listed, { id: textbookId }, headers);
  const [pear, plum] = data?.printedCodes.items ?? [];
  expect(data?.printedCodes).toMatchObject({
    items: [
      { otherCodes: ['GQL-1-P3'], printedFor: { kind: 'CONTENTS', id: own.id, pageNumber: 3 }, opensInstead: null },
      { otherCodes: ['GQL-1-P4'], printedFor: { kind: 'CONTENTS', id: other.id, deleted: false, published: true } },
    ],
    totalCount: 2,
  });

  const input = { id: pear?.id, version: pear?.version, targetId: plum?.id };
  const changed = await graphql(world, retargeted, { input }, headers);
  expect(changed.data).toMatchObject({
    retargetPrintedCode: { version: 2, opensInstead: { kind: 'CONTENTS', id: other.id, name: 'Plum' } },
  });
  const followed = await graphql(world, redirect, { hashCode: own.hashCode }, headers);
  expect(followed.data).toMatchObject({ codeRedirect: { contentHashCode: other.hashCode } });
  const stays = await graphql(world, redirect, { hashCode: other.hashCode }, headers);
  expect(stays.data).toEqual({ codeRedirect: null });
  const chosen = await graphql(world, listed, { id: textbookId, state: 'RETARGETED' }, headers);
  expect(chosen.data).toMatchObject({ printedCodes: { items: [{ id: pear?.id }], totalCount: 1 } });

  const later = { ...input, version: 2, targetId: pear?.id, from: '2099-04-01' };
  const planned = await graphql(world, planning, { input: later }, headers);
  expect(planned.data).toMatchObject({
    retargetPrintedCode: { targetId: plum?.id, opensLater: { id: own.id }, opensLaterFrom: '2099-04-01' },
  });
  const past = await graphql(world, planning, { input: { ...later, version: 3, from: '2020-02-29' } }, headers);
  expect(past.errors?.[0]?.extensions).toMatchObject({ fields: { from: ['messages.dayNotLater'] } });
  const dropped = { ...input, version: 3 };
  const { data: after } = await graphql(world, planning, { input: dropped }, headers);
  expect(after).toMatchObject({ retargetPrintedCode: { opensLater: null, opensLaterFrom: null, version: 4 } });

  const teacher = await headersOf('Teacher');
  const codes = [
    await graphql(world, listed, { id: textbookId }, teacher),
    await graphql(world, retargeted, { input: { ...input, version: 2 } }, teacher),
    await graphql(world, retargeted, { input }, headers),
    await graphql(world, retargeted, { input: { ...input, targetId: 'none' } }, headers),
  ].map(({ errors }) => errors?.[0]?.extensions.code);
  expect(codes).toEqual(['FORBIDDEN', 'FORBIDDEN', 'CONFLICT', 'BAD_USER_INPUT']);
});

test('what a deletion breaks is told by GraphQL, and refused to a teacher', async () => {
  const headers = await headersOf('Administrator');
  const { data } = await graphql(world, broken, { ids: [textbookId] }, headers);
  // The book, its unit and its two pages.
  expect(data).toMatchObject({ printedCodesBrokenBy: { totalCount: 4, items: { length: 4 } } });
  const changed = async (by: string) => graphql(world, brokenSo, { ids: [own.id], by }, headers);
  expect((await changed('NEW_QR_CODE')).data).toEqual({ printedCodesBrokenBy: { totalCount: 1, lastUsedAt: null } });
  // Its codes open another page since the test before.
  expect((await changed('DRAFT')).data).toEqual({ printedCodesBrokenBy: { totalCount: 0, lastUsedAt: null } });
  expect((await changed('FIRE')).errors?.[0]?.extensions.code).toBe('BAD_USER_INPUT');
  const codes = [
    await graphql(world, broken, { ids: [textbookId] }, await headersOf('Teacher')),
    await graphql(world, broken, { ids: [] }, headers),
  ].map(({ errors }) => errors?.[0]?.extensions.code);
  expect(codes).toEqual(['FORBIDDEN', 'BAD_USER_INPUT']);
});

test('a replaced QR code says so by GraphQL, opens nothing, and its scans are counted apart', async () => {
  const headers = await headersOf('Administrator');
  const renewed = `mutation ($id: ID!) { regenerateContentQrCode(id: $id) { hashCode } }`;
  expect((await graphql(world, renewed, { id: other.id }, headers)).errors).toBeUndefined();
  const opened = `query ($hashCode: String!) { studentContent(hashCode: $hashCode) { name } }`;
  const { data, errors } = await graphql(world, opened, { hashCode: other.hashCode });
  expect(data).toEqual({ studentContent: null });
  expect(errors?.[0]?.extensions).toMatchObject({ code: 'NOT_FOUND', messageKey: 'messages.printedCodeReplaced' });
  await graphql(
    world,
    `
      mutation ($hashCode: String!) {
        countCodeUse(hashCode: $hashCode)
      }
    `,
    {
      hashCode: other.hashCode,
    },
  );
  const list = await graphql<Listed>(world, listed, { id: textbookId }, headers);
  expect(list.data?.printedCodes.items[0]).toMatchObject({ scanCount: 1, replacedScanCount: 1 });
});
