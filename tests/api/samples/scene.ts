import { and, eq } from 'drizzle-orm';
import { createLink, linkToken } from '#api/domains/auth/account-links.ts';
import { hashOf } from '#api/domains/auth/tokens.ts';
import { openSession } from '#api/domains/auth/sessions.ts';
import { newKey } from '#api/domains/api-keys/authenticate.ts';
import { newId } from '#api/ground/db/ids.ts';
import {
  apiKeys,
  installation,
  mediaRequests,
  memberships,
  printedCodes,
  refreshFamilies,
  reportExports,
  rosterImports,
  schoolYearTurns,
  userImports,
} from '#api/ground/db/schema.ts';
import type { CallerKind } from '#schema/access.ts';
import { ContentType, UserStatus } from '#schema/rest/enumerations.ts';
import type { LinkPurpose } from '#schema/rest/auth.ts';
import type { Entity } from '#schema/rest/meanings.ts';
import {
  dayFromNow,
  makeBoardSession,
  makeContent,
  makeLesson,
  makeMedia,
  makePost,
  makePostReport,
  makePushAndListenItem,
  makeTextBook,
} from '#tests/support/teaching.ts';
import { makeBrokenLink } from '#tests/support/broken-links.ts';
import { giveAlbum } from '#tests/support/albums.ts';
import { givePasskey } from '#tests/support/passkeys.ts';
import { giveProvider } from '#tests/support/sign-in-provider.ts';
import { makeDelivery, makeWebhook } from '#tests/support/webhooks.ts';
import { addStaff, type Member } from '../school.ts';
import { aClass, aProfile, joinOtherSchool, type Place, schoolOwnedBy } from './place.ts';
import type { Sample } from './sample.ts';

/**
 * The owner of the rows: the callers' school, or a school that callers with a scope must not see. Where they are shared, a
 * row of the callers' school names people and children who are of the other one too.
 */
export interface Setting {
  readonly place: Place;
  readonly caller: CallerKind;
  readonly school: 'own' | 'other' | 'shared';
}

/** The members of staff of the school that has the rows. */
export const staffOf = ({ place, school }: Pick<Setting, 'place' | 'school'>) =>
  place[school === 'shared' ? 'own' : school];

/** The rows of one call, made when they are asked for: a lesson is of the scene's book, a post of its class. */
export type Scene = ReturnType<typeof makeScene>;

/** Makes the parts of a call that need a special state. */
export type SpecialCall = (scene: Scene) => Promise<Partial<Sample>> | Partial<Sample>;

/** The first row of an entity, or the one at this place; each is made once. */
type Rows<Row> = (at?: number) => Promise<Row>;

function each<Row>(make: (at: number) => Promise<Row>): Rows<Row> {
  const made: Promise<Row>[] = [];
  return (at = 0) => (made[at] ??= make(at));
}

export function makeScene(setting: Setting) {
  const teaching = teachingRows(setting);
  const children = childrenRows(setting, teaching);
  return { setting, ...teaching, ...children, ...staffRows(setting), ...linkRows(setting) } satisfies {
    [Each in Entity]: Rows<object>;
  } & { setting: Setting };
}

function teachingRows({ place }: Setting) {
  const { db } = place.world.services;
  const textBook = each(() => makeTextBook(db));
  const lesson = each(async (position) => makeLesson(db, { textbookId: (await textBook()).id, position }));
  const content = each(async (position) =>
    makeContent(db, { lessonId: (await lesson()).id, position, type: ContentType.PUSH_AND_LISTEN }),
  );
  const picture = each(() => makeMedia(db, { kind: 'image', contentType: 'image/png', fileName: 'page.png' }));
  const sound = each(() => makeMedia(db));
  const pushAndListenItem = each(async (position) =>
    makePushAndListenItem(db, { contentId: (await content()).id, audioMediaId: (await sound()).id, position }),
  );
  const printedCode = each(async (at) => {
    const { id: entityId } = await content(at);
    const [row] = await db
      .select({ id: printedCodes.id, version: printedCodes.version })
      .from(printedCodes)
      .where(and(eq(printedCodes.entityId, entityId), eq(printedCodes.kind, 'code')));
    return row ?? { id: '', version: 0 };
  });
  const brokenLink = each(async (at) => makeBrokenLink(db, { contentId: (await content(at)).id }));
  return { textBook, lesson, content, picture, sound, pushAndListenItem, printedCode, brokenLink };
}

function childrenRows(setting: Setting, { textBook }: ReturnType<typeof teachingRows>) {
  const { place, caller, school } = setting;
  const { db } = place.world.services;
  const { Teacher, SchoolOwner } = staffOf(setting);
  const schoolClass = each(async () =>
    aClass(place, {
      textbookId: (await textBook()).id,
      mainTeacherId: Teacher.id,
      schoolAdministratorId: SchoolOwner.id,
    }),
  );
  const boardSession = each(async () => {
    const lesson = await makeLesson(db, { textbookId: (await textBook()).id, position: 90 });
    const content = await makeContent(db, { lessonId: lesson.id, position: 0 });
    return makeBoardSession(db, { classId: (await schoolClass()).id, contentId: content.id });
  });
  const child = async () => {
    const made = await aProfile(place, (await schoolClass()).id);
    if (school === 'shared') await joinOtherSchool(place, made.id);
    return made;
  };
  const profile = each(child);
  const callingProfile = each(child);
  const author = caller === 'Student' ? callingProfile : profile;
  const postOf = (by: typeof profile, state: 'approved' | 'pending') =>
    each(async () => makePost(db, { classId: (await schoolClass()).id, profileId: (await by()).id, state }));
  const uploadRequest = each(async () => {
    const id = newId();
    await db.insert(mediaRequests).values({ id, profileId: (await author()).id, sourceKey: `${id}.source` });
    return { id };
  });
  const album = async () =>
    giveAlbum(place.world.services, {
      ...{ classId: (await schoolClass()).id, profileId: (await profile()).id, madeById: Teacher.id },
    });
  const waitingPost = postOf(profile, 'pending');
  return {
    ...{ class: schoolClass, boardSession, profile, callingProfile, waitingPost, post: postOf(profile, 'approved') },
    ...{ uploadRequest, studentAlbum: each(album), familyAlbum: each(album), ownPost: postOf(author, 'approved') },
    postReport: each(async () => makePostReport(db, { postId: (await waitingPost()).id })),
  };
}

function staffRows(setting: Setting) {
  const { place, caller, school } = setting;
  const { db } = place.world.services;
  const { Teacher, SchoolOwner, Administrator } = staffOf(setting);
  const invited = async (over: Partial<Member> = {}) => {
    const member = await addStaff(place.world, { role: 'Teacher', invitedById: SchoolOwner.id, ...over });
    if (school !== 'shared') return member;
    const { id: schoolId } = await schoolOwnedBy(place, place.other.SchoolOwner.id);
    const role = member.role === 'SchoolOwner' ? 'SchoolOwner' : 'Teacher';
    await db.insert(memberships).values({ schoolId, userId: member.id, role });
    return member;
  };
  // Of a report or an import that is one's own.
  const { id: createdById } = caller === 'Student' || caller === 'Nobody' ? Administrator : staffOf(setting)[caller];

  const apiKey = each(async () => {
    const { keyHash, lastFour } = newKey();
    const id = newId();
    const row = { id, ownerId: Administrator.id, name: id, scopes: ['Class:read' as const], keyHash, lastFour };
    await db.insert(apiKeys).values(row);
    return { id };
  });
  const reportExport = each(async () => {
    const id = newId();
    const question = { From: dayFromNow(-30), To: dayFromNow(0), SortCriteria: [], Language: 'en' as const };
    const row = { id, createdById, report: 'usage' as const, question, storageKey: `report-${id}.csv` };
    await db.insert(reportExports).values(row);
    return { id };
  });
  const userImport = each(async () => {
    const id = newId();
    const row = { id, createdById, requestId: 'sample', fileName: 'people.csv', encoding: 'UTF-8', delimiter: ',' };
    await db.insert(userImports).values({ ...row, total: 0, processed: 0, failed: 0 });
    return { id };
  });
  const rosterImport = each(async () => {
    const id = newId();
    const about = { createdById, requestId: 'sample', fileName: 'roster.zip', state: 'checked' as const, dryRun: true };
    const courses = [{ sourcedId: 'course', title: 'English', code: '', classes: 1, textBookId: null }];
    await db.insert(rosterImports).values({ id, ...about, total: 0, ignoredFiles: [], courses });
    return { id };
  });
  const ownSession = each(async () => {
    const id = newId();
    await db.insert(refreshFamilies).values({ id, userId: createdById, expiresAt: new Date(Date.now() + 3_600_000) });
    return { id };
  });
  const passkey = each(() => givePasskey(place.world.services, createdById));
  const webhook = each(async () => makeWebhook(place.world.services, { createdById: Administrator.id }));
  const webhookDelivery = each(async () => makeDelivery(db, { webhookId: (await webhook()).id }));
  const ownedSchool = () => schoolOwnedBy(place, SchoolOwner.id);
  const schoolYearTurn = each(async () => {
    const id = newId();
    const { id: schoolId } = await ownedSchool();
    await db.insert(schoolYearTurns).values({ id, schoolId, leavingCount: 0, createdById: SchoolOwner.id });
    return { id };
  });
  return {
    ...{
      apiKey,
      reportExport,
      schoolYearTurn,
      rosterImport,
      userImport,
      ownSession,
      passkey,
      webhook,
      webhookDelivery,
    },
    user: each(() => invited()),
    invitedUser: each(() => invited({ status: UserStatus.INVITED })),
    teacher: each(async (at) => (at === 0 && school !== 'shared' ? Teacher : invited())),
    schoolOwner: each(async () => (school === 'shared' ? invited({ role: 'SchoolOwner' }) : SchoolOwner)),
    signInProvider: each(async () => {
      const { id: schoolId } = await ownedSchool();
      return giveProvider(place.world.services, { schoolId });
    }),
    school: each(ownedSchool),
  };
}

/** Credentials: sessions, and links as they were mailed or printed. */
function linkRows({ place: { world, own } }: Setting) {
  const { services } = world;
  const { db, secrets } = services;
  const mailed = (purpose: LinkPurpose, { status = UserStatus.ACTIVED, email }: Partial<Member> = {}) =>
    each(async () => {
      const { id: userId } = await addStaff(world, { role: 'Teacher', status });
      const link = { userId, purpose, email, requestedById: null, hours: 1 };
      return { token: linkToken(secrets, await db.transaction((tx) => createLink(tx, secrets, link))) };
    });
  const setupLink = each(async () => {
    const token = newId();
    const firstRunEndsAt = new Date(Date.now() + 3_600_000);
    await db.update(installation).set({ setUpAt: null, firstRunKeyHash: hashOf(token), firstRunEndsAt });
    return { token };
  });
  return {
    setupLink,
    session: each(() => openSession(services, own.Teacher, { remembered: false })),
    resetLink: mailed('reset'),
    emailLink: mailed('email', { email: `${newId()}@school.test` }),
    invitationLink: mailed('invitation', { status: UserStatus.INVITED }),
  };
}
