import { beforeAll, describe, expect, test } from 'vitest';
import { type CallerKind, mayCall, roles } from '#schema/access.ts';
import { contract } from '#schema/rest/contract.ts';
import { keptApi } from '#tests/support/kept-world.ts';
import { addStaff, newStudentToken, problemOf, send, tokenOf } from './school.ts';

const callers: readonly CallerKind[] = [...roles, 'Student', 'Nobody'];

const everybody = callers;
const staff = ['SuperAdmin', 'Administrator', 'SchoolOwner', 'Teacher'] as const;
const userManagers = ['SuperAdmin', 'Administrator', 'SchoolOwner'] as const;
const administrators = ['SuperAdmin', 'Administrator'] as const;
const moderators = ['SuperAdmin', 'Administrator', 'Teacher'] as const;
const students = ['Student'] as const;

// Who may call what, written down a second time on purpose: a declaration changed by accident differs from it.
const table: Record<string, readonly CallerKind[]> = {
  auditEntries: administrators,
  admission: staff,
  apiKeys: administrators,
  createApiKey: administrators,
  revokeApiKey: administrators,
  login: everybody,
  logout: staff,
  refreshToken: everybody,
  forgotPassword: everybody,
  passwordLink: everybody,
  updatePassword: everybody,
  acceptInvitation: everybody,
  firstRun: everybody,
  setUpSchool: everybody,
  allClasses: staff,
  class: staff,
  classUnits: everybody,
  classes: staff,
  createClass: staff,
  newClassCode: staff,
  regenerateClassQrCode: staff,
  updateClass: staff,
  deleteClass: staff,
  setClassStatuses: staff,
  extendClasses: staff,
  copyClass: staff,
  copyClasses: staff,
  classActivity: staff,
  classProfiles: staff,
  mergeClassProfiles: staff,
  removeClassProfile: staff,
  renameClassProfile: staff,
  communityPosts: everybody,
  deleteCommunityPost: [...moderators, 'Student'],
  reactToCommunityPost: students,
  reportCommunityPost: students,
  approveCommunityPosts: moderators,
  communityQueue: moderators,
  communityWaiting: moderators,
  resolveCommunityReports: moderators,
  setCommunityPostState: moderators,
  eraseProfile: administrators,
  exportProfileData: administrators,
  privacyCard: administrators,
  privacyProfiles: administrators,
  retention: administrators,
  systemChecks: administrators,
  exportQrCodes: administrators,
  exportTextBookQrCodes: administrators,
  regenerateContentQrCode: administrators,
  typedCode: everybody,
  lessonContents: everybody,
  restoreFromTrash: staff,
  trash: staff,
  exportUsageReport: administrators,
  exportVisitorReport: administrators,
  recordPageView: everybody,
  reportExport: administrators,
  startReportExport: administrators,
  usageByDay: administrators,
  usageReport: administrators,
  visitorReport: administrators,
  classHashCode: students,
  contentDetails: everybody,
  createStudent: everybody,
  deviceProfiles: everybody,
  joinClass: students,
  removeStudent: students,
  studentClass: everybody,
  studentClassStatus: everybody,
  studentContent: everybody,
  studentContents: everybody,
  studentLessonName: everybody,
  studentLessons: everybody,
  studentPushAndListen: everybody,
  studentTextBook: everybody,
  textBookHashCode: everybody,
  audioFiles: administrators,
  uploadPageImage: administrators,
  uploadPushAndListenAudio: administrators,
  uploadTextBookThumbnail: administrators,
  mediaStatus: students,
  uploadCommunityImage: students,
  uploadCommunityRecord: students,
  uploadCommunityVideo: students,
  allTextBooks: staff,
  textBooks: administrators,
  createTextBook: administrators,
  deleteTextBook: administrators,
  textBook: administrators,
  textBookMap: administrators,
  updateTextBook: administrators,
  textBookUnits: administrators,
  createLesson: administrators,
  deleteLesson: administrators,
  lesson: administrators,
  lessonBrief: administrators,
  updateLesson: administrators,
  updateLessonsOrder: administrators,
  contents: administrators,
  content: administrators,
  createContent: administrators,
  deleteContent: administrators,
  updateContent: administrators,
  updateContentsOrder: administrators,
  pushAndListenItems: administrators,
  createPushAndListenItem: administrators,
  deletePushAndListenItem: administrators,
  updatePushAndListenItem: administrators,
  updatePushAndListenItemsOrder: administrators,
  allSchoolAdministrators: staff,
  allTeachers: staff,
  users: userManagers,
  user: userManagers,
  createUser: userManagers,
  updateUser: userManagers,
  deleteUser: userManagers,
  roles: userManagers,
  resendInvitation: userManagers,
  resendInvitations: userManagers,
  resetUserPassword: userManagers,
  setUserStatus: userManagers,
  setUserStatuses: userManagers,
  exportUsers: userManagers,
  importUsers: userManagers,
  userImport: userManagers,
  visitorAddress: everybody,
  settings: everybody,
};

const world = keptApi();
let members: Map<string, Awaited<ReturnType<typeof addStaff>>>;

beforeAll(async () => {
  members = new Map(await Promise.all(roles.map(async (role) => [role, await addStaff(world, { role })] as const)));
});

// A fresh token each time: some operations end the session or the profile they are called with.
async function tokenFor(caller: CallerKind): Promise<string | undefined> {
  if (caller === 'Nobody') return undefined;
  const member = members.get(caller);
  return member ? tokenOf(world, member) : newStudentToken(world);
}

test('every operation of the contract has its row, and every row its operation', () => {
  expect(contract.map(({ name }) => name).sort()).toEqual(Object.keys(table).sort());
});

describe.each(contract.map((operation) => [operation.name, operation] as const))('%s', (name, operation) => {
  test.each(callers)('for %s', async (caller) => {
    const allowed = table[name]?.includes(caller) ?? false;
    expect(mayCall(caller, operation.access)).toBe(allowed);
    const sent = send(world, operation, { token: await tokenFor(caller) });
    if (allowed) {
      const { status } = await sent;
      // Nothing else was sent, so a rule or an unknown id may refuse it: the gate itself did not.
      expect([200, 201, 204, 400, 404]).toContain(status);
    } else await problemOf(sent, caller === 'Nobody' ? 401 : 403);
  });

  test('with a token that is no longer good', async () => {
    const { status } = await send(world, operation, { token: 'old' });
    if (table[name] === everybody) expect([200, 400, 404]).toContain(status);
    else expect(status).toBe(401);
  });
});
