import { eq } from 'drizzle-orm';
import { z } from 'zod';
import type { Queryable } from '#api/db/client.ts';
import { communityPosts } from '#api/db/schema.ts';
import { apiKeys } from '#schema/rest/api-keys.ts';
import { classProfiles } from '#schema/rest/class-profiles.ts';
import { classById } from '#schema/rest/classes.ts';
import { contentById } from '#schema/rest/contents.ts';
import { lessonById } from '#schema/rest/lessons.ts';
import { communityQueue } from '#schema/rest/moderation.ts';
import type { Operation } from '#schema/rest/operation.ts';
import { pushAndListenItems } from '#schema/rest/push-and-listen.ts';
import { textBookById } from '#schema/rest/textbooks.ts';
import { userById, users } from '#schema/rest/users.ts';
import type { RightCall } from '../samples/sample.ts';
import type { Sent } from '../school.ts';

type Values = Readonly<Record<string, unknown>>;

/** A write that was taken, and how staff ask for what it left behind. */
export interface Taken {
  readonly sent: RightCall;
  readonly body: unknown;
  readonly db: Queryable;
  readonly get: (operation: Operation, sent: Sent) => Promise<unknown>;
}

/** Resolves to what is stored, by the names of the fields. */
type Read = (taken: Taken) => Promise<Values | undefined>;

const values = z.record(z.string(), z.unknown());
const named = z.looseObject({ id: z.string() });
const pageOf = z.object({ items: z.array(values) });
const text = z.string();

const ofAnswer =
  (read: Operation, name = 'id'): Read =>
  async ({ get, body }) =>
    values.parse(await get(read, { params: { [name]: named.parse(body).id } }));

const inPage = async ({ get }: Taken, read: Operation, sent: Sent, is: (row: Values) => boolean) =>
  pageOf.parse(await get(read, sent)).items.find(is);

const classRow: Read = ofAnswer(classById);
const contentRow: Read = ofAnswer(contentById);
const lessonRow: Read = ofAnswer(lessonById);
const bookRow: Read = ofAnswer(textBookById, 'Id');
const userRow: Read = ofAnswer(userById, 'Id');

const item: Read = async ({ get, body }) => {
  const { id, contentId } = named.extend({ contentId: text }).parse(body);
  const items = z.array(values).parse(await get(pushAndListenItems, { query: { ContentId: contentId } }));
  return items.find((one) => one.id === id);
};

const profileIn = (taken: Taken, classId: unknown, profileId: unknown) =>
  inPage(taken, classProfiles, { params: { id: text.parse(classId) } }, ({ id }) => id === profileId);

// No answer shows a post before its file is ready, which would take minutes here. Each call has a class of its own.
const posted: Read = async ({ db, sent }) => {
  const ofClass = eq(communityPosts.classId, text.parse(sent.fields?.ClassId));
  const [post] = await db.select({ Title: communityPosts.title }).from(communityPosts).where(ofClass);
  return post;
};

/** How to read back what each write has stored. */
export const readers: Readonly<Record<string, Read>> = {
  createClass: classRow,
  updateClass: classRow,
  copyClass: ({ body, ...taken }) => classRow({ ...taken, body: z.object({ class: named }).parse(body).class }),
  createContent: contentRow,
  updateContent: contentRow,
  createLesson: lessonRow,
  updateLesson: lessonRow,
  createTextBook: bookRow,
  updateTextBook: bookRow,
  createPushAndListenItem: item,
  updatePushAndListenItem: item,
  createUser: userRow,
  updateUser: userRow,
  createApiKey: (taken) => {
    const { id } = z.object({ apiKey: named }).parse(taken.body).apiKey;
    return inPage(taken, apiKeys, { query: { PageSize: 100 } }, (key) => key.id === id);
  },
  createStudent: async (taken) => profileIn(taken, (await taken.sent.scene.class()).id, named.parse(taken.body).id),
  renameClassProfile: (taken) => profileIn(taken, taken.sent.params?.id, taken.sent.params?.profileId),
  reportCommunityPost: async (taken) => {
    const query = { State: 'reported', PageSize: 100 };
    const row = await inPage(taken, communityQueue, { query }, ({ id }) => id === taken.sent.params?.id);
    return z.object({ reports: z.array(values) }).parse(row).reports[0];
  },
  // The answer names nobody; the newest account of that name is theirs.
  acceptInvitation: (taken) => {
    const query = { PageSize: 50, SortCriteria: [{ field: 'dateCreated', direction: 'desc' }] };
    const firstName = text.parse(taken.sent.body?.firstName).trim();
    return inPage(taken, users, { query }, (person) => person.firstName === firstName);
  },
  uploadCommunityImage: posted,
  uploadCommunityVideo: posted,
};

/** Fields that nobody can read back, and why; what is neither here nor read is a fault. */
export const unread: Readonly<Record<string, string>> = {
  'login.*': 'nothing is stored',
  'forgotPassword.*': 'nothing is stored',
  'refreshToken.*': 'no text of ours is a session’s token',
  'joinClass.*': 'a code opens something and is not stored',
  'createStudent.classHashCode': 'a code opens something and is not stored',
  'uploadCommunityRecord.*': 'codes open something and are not stored',
  'eraseProfile.*': 'compared with the name and not stored',
  'startReportExport.*': 'days, and no text is one',
  'extendClasses.endDate': 'a day, and no text is one',
  'updatePassword.*': 'kept as a hash alone',
  'confirmEmail.*': 'no link was mailed with the text, and a password is compared',
  'updateUser.password': 'compared with the caller’s own, and not stored',
  'acceptInvitation.password': 'kept as a hash alone',
  'acceptInvitation.confirmPassword': 'kept as a hash alone',
  'acceptInvitation.token': 'no link was mailed with the text',
  'setUpSchool.*': 'the school is set up already, and no text is the link’s token',
  'setUserStatuses.*': 'looks people up and stores nothing of it',
  'recordPageView.name': 'told by the path instead',
  'recordPageView.pageUrl': 'only says which of our pages it is',
  'recordPageView.textBookName': 'told by the id instead',
  'recordPageView.className': 'told by the id instead',
  'recordPageView.clientIp': 'shortened, and never shown',
};

/** Whether what this field holds can be read back after a write. */
export const isRead = (operation: string, field: string): boolean =>
  readers[operation] !== undefined && !(`${operation}.${field}` in unread) && !(`${operation}.*` in unread);
