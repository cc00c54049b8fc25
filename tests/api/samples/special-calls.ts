import { eq, sql } from 'drizzle-orm';
import { planTurn } from '#api/domains/school-year-turns/plan.ts';
import { newId } from '#api/ground/db/ids.ts';
import {
  classes,
  classProfiles,
  editions,
  memberships,
  profiles,
  removedClassProfiles,
  reportExports,
  schools,
  studentAlbums,
  users,
} from '#api/ground/db/schema.ts';
import { schoolOf } from '#tests/support/albums.ts';
import { planSchoolYearTurn } from '#schema/rest/school-year-turns.ts';
import { addStaff } from '../school.ts';
import { accountCalls } from './account-calls.ts';
import { aProfile } from './place.ts';
import type { Sample } from './sample.ts';
import { type Scene, type SpecialCall, staffOf } from './scene.ts';
import { textKinds } from './text-kinds.ts';

async function withPost(scene: Scene): Promise<Partial<Sample>> {
  await scene.post();
  return {};
}

/** Parts of calls that need a special state, which no declaration expresses; the other parts are generated. */
export const specialCalls: Readonly<Record<string, SpecialCall>> = {
  ...accountCalls,
  upsertClasses: async (scene) => {
    const { id: textBookId } = await scene.textBook(0);
    const [startDate, endDate] = [textKinds.day(0), textKinds.day(1)];
    // A teacher makes only classes that they teach.
    const { id: teacherId } = await scene.teacher(0);
    const mainTeacher = textKinds.externalId(1);
    const { db } = scene.setting.place.world.services;
    await db.update(users).set({ externalId: mainTeacher }).where(eq(users.id, teacherId));
    const row = { externalId: textKinds.externalId(0), className: '3-1', textBookId, mainTeacher, startDate, endDate };
    return { body: { rows: [row] } };
  },
  upsertTextBooks: () => ({
    body: { rows: [{ externalId: textKinds.externalId(0), name: 'Hello 1', shortCode: newId() }] },
  }),
  // Only a service account acts in one school; its name is its own in the installation.
  createApiKey: async (scene) => ({
    body: { name: newId(), kind: 'service', scopes: ['Class:read'], schoolId: (await scene.school()).id },
  }),
  startRosterImport: async (scene) => ({
    body: { textBooks: [{ courseId: 'course', textBookId: (await scene.textBook(0)).id }] },
  }),
  // A child who is in no class yet.
  joinClass: async ({ setting: { place } }) => ({ token: (await aProfile(place)).token }),
  // An API key changes the e-mail of nobody who has set a password.
  updateUser: async (scene) => ({ params: { Id: (await scene.invitedUser()).id } }),
  // Somebody who is no member yet.
  addSchoolMember: async (scene) => {
    const { id: userId } = await addStaff(scene.setting.place.world, { role: 'Teacher' });
    return { params: { id: (await scene.school()).id, userId } };
  },
  // Somebody whom no class needs, and a school that is somebody else's.
  moveSchoolMember: async (scene) => {
    const { world } = scene.setting.place;
    const { id } = await scene.school();
    const { id: userId } = await addStaff(world, { role: 'Teacher' });
    await world.services.db.insert(memberships).values({ schoolId: id, userId, role: 'Teacher' });
    return { params: { id, userId }, body: { toSchoolId: await newSchool(scene) } };
  },
  // A school of its own, since calls of other tests rename it at the same time.
  updateSchool: async (scene) => {
    const { place } = scene.setting;
    const schoolId = await newSchool(scene);
    const owner = { schoolId, userId: staffOf(scene.setting).SchoolOwner.id, role: 'SchoolOwner' as const };
    await place.world.services.db.insert(memberships).values(owner);
    return { params: { id: schoolId }, body: { name: 'Star school', version: 1 } };
  },
  updateSchoolSettings: async (scene) => {
    const { place } = scene.setting;
    const schoolId = await newSchool(scene);
    const owner = { schoolId, userId: staffOf(scene.setting).SchoolOwner.id, role: 'SchoolOwner' as const };
    await place.world.services.db.insert(memberships).values(owner);
    const limits = { retentionMonths: 1, worksPerDay: 1, storageMegabytes: 1 };
    const body = { timeZone: 'America/New_York', language: 1, approval: 1, ...limits, version: 1 };
    return { params: { id: schoolId }, body };
  },
  // A school that is gone afterwards.
  mergeSchools: async (scene) => ({
    params: { id: (await scene.school()).id },
    body: { fromId: await newSchool(scene) },
  }),
  // The child's own pictures, which the database has drawn.
  takeProfile: async (scene) => {
    const { id: profileId } = await scene.profile();
    const { classHashCode } = await scene.class();
    const { db } = scene.setting.place.world.services;
    const [child] = await db.select().from(profiles).where(eq(profiles.id, profileId));
    return { body: { classHashCode, profileId, pictures: child?.pictures ?? [] } };
  },
  // The card that the database has made.
  takeCard: async (scene) => {
    const { id } = await scene.profile();
    const { db } = scene.setting.place.world.services;
    const [child] = await db.select().from(profiles).where(eq(profiles.id, id));
    return { body: { cardCode: child?.cardCode ?? '' } };
  },
  // Without settings, which would be written and restart the servers.
  setUpSchool: async ({ setupLink }) => ({
    body: {
      token: (await setupLink()).token,
      schoolName: 'Sunflower School',
      language: 'jp',
      firstName: 'Aya',
      lastName: 'Sato',
      email: `${newId()}@school.test`,
      password: textKinds.password(0),
      confirmPassword: textKinds.password(0),
    },
  }),
  // Another one than it opens.
  retargetPrintedCode: async (scene) => {
    const { id, version } = await scene.printedCode();
    return { params: { id }, body: { targetId: (await scene.printedCode(1)).id, version } };
  },
  // Only a printed textbook has a lock.
  setPrintLock: async (scene) => {
    const { id: textbookId } = await scene.textBook();
    const edition = { id: newId(), textbookId, number: 1, name: 'First edition', printedOn: '2026-04-01' };
    await scene.setting.place.world.services.db.insert(editions).values(edition);
    return { params: { textBookId: textbookId }, body: { locked: false } };
  },
  // Another state than it has.
  setWebhookActive: () => ({ body: { active: false } }),
  // A student with a post.
  hideStudentPosts: withPost,
  deleteStudentPosts: withPost,
  // Named, not by the day since which they came.
  removeClassProfiles: async (scene) => ({ body: { profileIds: [(await scene.profile()).id] } }),
  // Only who waits can be let in.
  admitClassProfiles: async (scene) => {
    const { id } = await scene.profile();
    const joined = scene.setting.place.world.services.db.update(classProfiles).set({ waiting: true });
    await joined.where(eq(classProfiles.profileId, id));
    return { body: { profileIds: [id] } };
  },
  // Only who was removed can be brought back.
  restoreClassProfiles: async (scene) => {
    const { id: classId } = await scene.class();
    const { id: profileId } = await scene.profile();
    const { db } = scene.setting.place.world.services;
    await db.delete(classProfiles).where(eq(classProfiles.profileId, profileId));
    const asItWas = { waiting: false, byOldCode: false, addedByStaff: false, blocked: false };
    const times = { joinedAt: new Date(), lastSeenAt: new Date() };
    await db.insert(removedClassProfiles).values({ classId, profileId, ...times, ...asItWas });
    return { params: { id: classId }, body: { profileIds: [profileId] } };
  },
  // More than one, so that each is seen to be copied.
  copyClasses: async (scene) => ({ body: { ids: [(await scene.class()).id, (await scene.class(1)).id] } }),
  // Without children who are elsewhere.
  planSchoolYearTurn: async (scene) => ({ body: { classes: [{ classId: (await scene.class()).id }], moves: [] } }),
  // The version is of the classes as they are.
  turnSchoolYear: async ({ setting, ...scene }) => {
    const { place, caller } = setting;
    const request = { classes: [{ classId: (await scene.class()).id, keepsCode: false, renumbers: false }], moves: [] };
    const kind = caller === 'Student' || caller === 'Nobody' ? 'Administrator' : caller;
    const asCaller = { kind, userId: staffOf(setting)[kind].id, sessionId: null };
    const { version } = await planTurn(place.world.services.db, asCaller, planSchoolYearTurn.body.parse(request));
    return { body: { ...request, version } };
  },
  // Only what is in the trash can be restored.
  restoreFromTrash: async ({ setting: { place }, ...scene }) => {
    const { id } = await scene.class();
    await place.world.services.db
      .update(classes)
      .set({ deletedAt: sql`now()` })
      .where(eq(classes.id, id));
    return { params: { kind: 'classes', id } };
  },
  // Of a class with a work, in a school that allows albums and makes none.
  startStudentAlbum: async (scene) => {
    const { place } = scene.setting;
    const { db } = place.world.services;
    const { id: classId } = await scene.class();
    const schoolId = await schoolOf(place.world.services, classId);
    await scene.post();
    await db.update(schools).set({ familyAlbums: true }).where(eq(schools.id, schoolId));
    await db.delete(studentAlbums).where(eq(studentAlbums.schoolId, schoolId));
    return { body: { classIds: [classId] } };
  },
  // One person has few exports at a time: those of earlier calls make room.
  startReportExport: async ({ setting }) => {
    const { place, caller } = setting;
    const { id } = staffOf(setting)[caller === 'Student' || caller === 'Nobody' ? 'Administrator' : caller];
    await place.world.services.db.delete(reportExports).where(eq(reportExports.createdById, id));
    return {};
  },
};

async function newSchool({ setting: { place } }: Scene): Promise<string> {
  const id = newId();
  await place.world.services.db.insert(schools).values({ id, name: 'Branch school' });
  return id;
}
