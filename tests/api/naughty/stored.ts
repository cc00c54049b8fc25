import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { communityPosts } from '#api/ground/db/schema.ts';
import { contract } from '#schema/rest/contract.ts';
import { textBookPrinting } from '#schema/rest/editions.ts';
import { communityQueue } from '#schema/rest/moderation.ts';
import type { Operation } from '#schema/rest/operation.ts';
import { users } from '#schema/rest/users.ts';
import { describe, present, schemaOf } from '../samples/described.ts';
import { type ReadBack, readBackOf, values } from './read-back.ts';

const pageOf = z.object({ items: z.array(values) });
const text = z.string();

// No answer shows a post before its file is ready, which would take minutes here. Each call has a class of its own.
const posted: ReadBack = {
  by: 'the database',
  shows: ['Title'],
  read: async ({ db, sent }) => {
    const ofClass = eq(communityPosts.classId, text.parse(sent.fields?.ClassId));
    const [post] = await db.select({ Title: communityPosts.title }).from(communityPosts).where(ofClass);
    return post;
  },
};

/** Writes whose answer does not identify their row. */
const special: Readonly<Record<string, ReadBack>> = {
  reportCommunityPost: {
    by: 'communityQueue',
    shows: ['reason'],
    read: async ({ get, sent }) => {
      const { items } = pageOf.parse(await get(communityQueue, { query: { State: 'reported', PageSize: 100 } }));
      const post = items.find(({ id }) => id === sent.params?.id);
      return z.object({ reports: z.array(values) }).parse(post).reports[0];
    },
  },
  // The newest account with that name.
  acceptInvitation: {
    by: 'users',
    shows: ['firstName', 'lastName'],
    read: async ({ get, sent }) => {
      const query = { PageSize: 50, SortCriteria: [{ field: 'dateCreated', direction: 'desc' }] };
      const firstName = text.parse(sent.body?.firstName).trim();
      return pageOf.parse(await get(users, { query })).items.find((person) => person.firstName === firstName);
    },
  },
  // The textbook's newest edition.
  addEdition: {
    by: 'textBookPrinting',
    shows: ['name'],
    read: async ({ get, sent }) => {
      const printing = await get(textBookPrinting, { params: { textBookId: text.parse(sent.params?.textBookId) } });
      return z.object({ editions: z.array(values) }).parse(printing).editions[0];
    },
  },
  uploadCommunityImage: posted,
  uploadCommunityVideo: posted,
};

const writes = contract.filter(({ method }) => method !== 'GET');

/** How to read back what each write has stored: by the contract, or in a way of its own. */
export const readers: ReadonlyMap<string, ReadBack> = new Map(
  writes.flatMap((write): [string, ReadBack][] => {
    const reader = special[write.name] ?? readBackOf(write);
    return reader ? [[write.name, reader]] : [];
  }),
);

/** Whether what this field holds can be read back after a write. A list holds ids, or words of ours. */
export const isRead = (operation: string, field: string): boolean =>
  readers.get(operation)?.shows.includes(field) ?? false;

/** Whether the contract says that a field holds no text to keep: it names what exists, is a day, or becomes a hash. */
export function keepsNoText(operation: Operation, field: string): boolean {
  if (field.endsWith('.0')) return true;
  const declared = (['body', 'fields'] as const).map((part) => schemaOf(operation, part));
  const properties = declared.map((schema) => (schema && describe(schema).properties?.[field]) ?? {});
  return properties.map(present).some(({ entity, text: kind }) => entity !== undefined || notKept.has(kind));
}
const notKept = new Set<string | undefined>(['day', 'idempotencyKey', 'ownPassword', 'password', 'secondFactorCode']);

/** Other fields that nobody can read back, and why; what is neither here nor read is a fault. */
export const unread: Readonly<Record<string, string>> = {
  'completeLogin.challenge': 'nothing is stored',
  'completeLogin.proof.challenge': 'nothing is stored',
  'login.*': 'nothing is stored',
  'turnSchoolYear.version': 'compared with the classes as they are',
  'addPasskey.*': 'bytes of a browser, which no text is',
  'beginPasskeyLogin.*': 'nothing is stored',
  'passkeyLogin.*': 'nothing is stored',
  'addSignInProvider.clientSecret': 'shown to nobody',
  'updateSignInProvider.clientSecret': 'shown to nobody',
  'beginProviderLogin.*': 'nothing is stored',
  'providerLogin.*': 'nothing is stored',
  'forgotPassword.*': 'nothing is stored',
  'setUpSchool.*': 'the school is set up already, and no text is the link’s token',
  'setUserStatuses.*': 'looks people up and stores nothing of it',
  'recordPageView.name': 'told by the path instead',
  'recordPageView.pageUrl': 'only says which of our pages it is',
  'recordPageView.textBookName': 'told by the id instead',
  'recordPageView.className': 'told by the id instead',
  'recordPageView.clientIp': 'shortened, and never shown',
  'updateSchoolSettings.timeZone': 'names a time zone, and no text does',
  'recordProgress.*': 'codes that only find rows',
};
