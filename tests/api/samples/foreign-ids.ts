import type { CallerKind } from '#schema/access.ts';
import { newId } from '#api/db/ids.ts';
import { mediaRequests } from '#api/db/schema.ts';
import { UserStatus } from '#schema/rest/enumerations.ts';
import { makeContent, makeLesson, makePost, makeTextBook } from '#tests/support/teaching.ts';
import { addStaff } from '../school.ts';
import { aClass, aProfile, type Place } from './place.ts';

/**
 * What an id is answered with that the caller must not reach: a status; `each`, a list of results that names it not found;
 * `nothing`, an empty list; `dropped`, a success that it has no part in.
 */
export type Outcome = 400 | 403 | 404 | 'each' | 'nothing' | 'dropped';

interface ForeignId {
  /** For an id that nobody has. */
  readonly unknown: Outcome;
  /** One that somebody else has, and what those who do not see it are told. */
  readonly another?: { readonly id: (place: Place, caller: CallerKind) => Promise<string>; readonly outcome: Outcome };
}

const otherTeacher = ({ other }: Place) => Promise.resolve(other.Teacher.id);
const otherOwner = ({ other }: Place) => Promise.resolve(other.SchoolOwner.id);
const otherClass = async (place: Place) => {
  const { Teacher, SchoolOwner } = place.other;
  return (await aClass(place, { mainTeacherId: Teacher.id, schoolAdministratorId: SchoolOwner.id })).id;
};
const otherProfile = async (place: Place) => (await aProfile(place, await otherClass(place))).id;
const otherPost = async (place: Place) => {
  const classId = await otherClass(place);
  const { id: profileId } = await aProfile(place, classId);
  return (await makePost(place.world.services.db, { classId, profileId, state: 'pending' })).id;
};
const otherInvited = async ({ world, other }: Place) =>
  (await addStaff(world, { role: 'Teacher', invitedById: other.SchoolOwner.id, status: UserStatus.INVITED })).id;
const otherLesson = async ({ world: { services } }: Place) =>
  (await makeLesson(services.db, { textbookId: (await makeTextBook(services.db)).id, position: 0 })).id;
const otherContent = async (place: Place) =>
  (await makeContent(place.world.services.db, { lessonId: await otherLesson(place), position: 0 })).id;
const otherRequest = async (place: Place) => {
  const id = newId();
  const { id: profileId } = await aProfile(place);
  await place.world.services.db.insert(mediaRequests).values({ id, profileId, sourceKey: `${id}.source` });
  return id;
};

const of = (unknown: Outcome, id?: NonNullable<ForeignId['another']>['id'], outcome = unknown): ForeignId => ({
  unknown,
  ...(id && { another: { id, outcome } }),
});
const none = of('nothing');
const invalid = of(400);
const missing = of(404);
const dropped = of('dropped');

const staffOfClass = {
  textBookId: invalid,
  mainTeacherId: of(400, otherTeacher),
  schoolAdministratorId: of(400, otherOwner),
  secondaryTeacherIds: of(400, otherTeacher),
};
const upload = { StudentId: of(403, otherProfile), ClientId: dropped };
const onWall = { ...upload, ClassId: of(404, otherClass), LessionId: of(404, otherLesson) };

const partOf = (outcome: ForeignId) => ({ ClassId: outcome, TextBookId: outcome, LessonId: outcome });

/** Every field of the contract that takes an id outside a path, by operation. */
export const foreignIds: Readonly<Record<string, Readonly<Record<string, ForeignId>>>> = {
  auditEntries: { ActorId: none, EntityId: none },
  classes: { TeacherId: of('nothing', otherTeacher), TextBookId: none },
  createClass: staffOfClass,
  updateClass: staffOfClass,
  extendClasses: { ids: of('each', otherClass) },
  setClassStatuses: { ids: of('each', otherClass) },
  copyClass: { textBookId: invalid },
  copyClasses: { ids: of(404, otherClass) },
  mergeClassProfiles: { intoId: of(404, otherProfile), fromIds: of(404, otherProfile) },
  deleteCommunityPost: { Id: of(404, otherPost), StudentId: dropped },
  approveCommunityPosts: { ids: of('each', otherPost) },
  communityQueue: { ClassId: of('nothing', otherClass), LessonId: none },
  contents: { LessonId: missing },
  createContent: { pageImageId: invalid, audioId: invalid, lessonId: invalid },
  updateContent: { pageImageId: invalid, audioId: invalid },
  updateContentsOrder: { lessonId: missing, contentIds: of(400, otherContent) },
  createLesson: { textBookId: invalid },
  textBookUnits: { TextbookId: missing },
  updateLessonsOrder: { textBookId: missing, lessonIds: of(400, otherLesson) },
  createTextBook: { thumbnailId: invalid },
  updateTextBook: { thumbnailId: invalid },
  pushAndListenItems: { ContentId: missing },
  createPushAndListenItem: { audioId: invalid, contentId: invalid },
  updatePushAndListenItem: { audioId: invalid },
  updatePushAndListenItemsOrder: { contentId: missing, itemIds: invalid },
  studentClassStatus: { TextBookId: missing, ClassId: missing },
  studentContents: { UnitId: of('nothing', otherLesson) },
  recordPageView: {
    ...{ eventId: dropped, sessionKey: dropped },
    ...{ textBookId: dropped, classId: dropped, lessonId: dropped, contentId: dropped },
  },
  visitorReport: partOf(none),
  usageReport: partOf(none),
  // Days on which nobody came, and a file with the headings alone.
  usageByDay: partOf(dropped),
  exportVisitorReport: partOf(dropped),
  exportUsageReport: partOf(dropped),
  startReportExport: partOf(dropped),
  mediaStatus: { RequestId: of(404, otherRequest) },
  uploadCommunityImage: onWall,
  uploadCommunityRecord: upload,
  uploadCommunityVideo: onWall,
  allTeachers: { Id: none },
  resendInvitations: { ids: of('each', otherInvited) },
  setUserStatuses: { ids: of('each', otherInvited) },
};
