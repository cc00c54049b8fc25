import supertest from 'supertest';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Role } from '#schema/access.ts';
import { problemOf } from '#tests/support/answers.ts';
import { keptApi } from '#tests/support/kept-world.ts';
import { type GreenBook, makeGreenBook } from './green-book.ts';
import { makeKey } from './key-ring.ts';
import { addStaff, newStudentToken, tokenOf } from './school.ts';

const world = keptApi();
let green: GreenBook;

beforeAll(async () => {
  green = await makeGreenBook(world.services.db);
});

describe('who writes books looks at drafts as students will see them', () => {
  const staffToken = async (role: Role) => tokenOf(world, await addStaff(world, { role }));
  const asked = (path: string, query: Record<string, string>, token: string) =>
    supertest(world.apiUrl).get(`/api${path}`).query(query).set('authorization', `Bearer ${token}`);

  test('by their own session: the page, its neighbours and its items', async () => {
    const { draft, ofDraftUnit, ofDraftBook } = green.unseenPages;
    for (const role of ['SuperAdmin', 'Administrator'] as const) {
      const token = await staffToken(role);
      const page = await asked('/Student/content', { hashCode: draft.hashCode }, token).expect(200);
      expect(page.body).toMatchObject({
        id: draft.id,
        previousHashCode: green.pages.first.hashCode,
        nextHashCode: green.pages.second.hashCode,
      });
      await asked('/Student/content-details', { hashCode: ofDraftUnit.hashCode }, token).expect(200);
      await asked(`/Student/push-listen/${ofDraftBook.id}`, {}, token).expect(200);
    }
  });

  test('never what is deleted, and nobody else: other roles, a child, an API key', async () => {
    const { deleted, ofDeletedUnit, draft } = green.unseenPages;
    const administrator = await staffToken('Administrator');
    for (const { hashCode } of [deleted, ofDeletedUnit])
      await problemOf(asked('/Student/content', { hashCode }, administrator), 404);
    const { key } = await makeKey(world, { scopes: ['Student:read', 'Content:read'] });
    const others = [await staffToken('Teacher'), await staffToken('SchoolOwner'), await newStudentToken(world), key];
    for (const token of others) {
      await problemOf(asked('/Student/content', { hashCode: draft.hashCode }, token), 404);
      await problemOf(asked('/Student/content-details', { hashCode: draft.hashCode }, token), 404);
      await problemOf(asked(`/Student/push-listen/${draft.id}`, {}, token), 404);
    }
  });
});
