import { planTurn } from '#api/domains/school-year-turns/plan.ts';
import { planSchoolYearTurn } from '#schema/rest/school-year-turns.ts';
import { demoPassword, signIn } from '#tests/support/people.ts';
import { giveSecondFactor } from '#tests/support/second-factor.ts';
import { dayFromNow } from '#tests/support/teaching.ts';
import { tag, type Rows } from './rows.ts';
import { at, keep, step, type Step } from './step.ts';

const sessions = [
  step('UpdateMyAccount', async (rows) => {
    const {
      rows: [me],
    } = await rows.world.services.pool.query<{ id: string; version: number }>(
      `select id, version from users where email = 'superadmin@demo.test'`,
    );
    return { input: { firstName: 'Renamed', lastName: tag, language: 'EN', version: me?.version ?? 0 } };
  }),
  step('EndSession', async ({ world }) => {
    await signIn(world, 'SuperAdmin');
    const {
      rows: [other],
    } = await world.services.pool.query<{ id: string }>(
      `select refresh_families.id from refresh_families join users on users.id = user_id
        where email = 'superadmin@demo.test' order by refresh_families.id desc limit 1`,
    );
    return { id: other?.id ?? '' };
  }),
  step('EndOtherSessions', async ({ world }) => {
    await signIn(world, 'SuperAdmin');
    return {};
  }),
];

const ofProvider = {
  issuer: 'https://accounts.example.com',
  clientId: 'manabook',
  domains: ['stale-walk.test'],
  roles: ['TEACHER' as const],
  createsTeachers: false,
};

const schools = [
  keep(
    'school',
    step('CreateSchool', () => ({ input: { name: `${tag} school` } })),
  ),
  keep(
    'otherSchool',
    step('CreateSchool', () => ({ input: { name: `${tag} other school` } })),
  ),
  step('UpdateSchool', async (rows) => {
    const id = at(rows, 'school');
    return { input: { id, name: `${tag} school, renamed`, version: await rows.version('schools', id) } };
  }),
  step('UpdateSchoolSettings', async (rows) => {
    const id = at(rows, 'school');
    const settings = { timeZone: 'Asia/Seoul', language: 'JP', approval: 'SHOW', retentionMonths: 6 } as const;
    const limits = { worksPerDay: 7, storageMegabytes: 100 };
    return { input: { id, ...settings, ...limits, version: await rows.version('schools', id) } };
  }),
  keep(
    'provider',
    step('AddSignInProvider', (rows) => ({
      input: { schoolId: at(rows, 'school'), clientSecret: 'a secret', ...ofProvider, name: tag },
    })),
  ),
  step('UpdateSignInProvider', (rows) => ({
    input: { id: at(rows, 'provider'), version: 1, ...ofProvider, name: `${tag}, renamed` },
  })),
  step('AddSchoolMember', (rows) => ({ input: { schoolId: at(rows, 'school'), userId: rows.owner.id } })),
  step('AddSchoolMember', (rows) => ({ input: { schoolId: at(rows, 'school'), userId: rows.teacher.id } })),
  step('MoveSchoolMember', (rows) => ({
    input: { schoolId: at(rows, 'school'), userId: rows.teacher.id, toSchoolId: at(rows, 'otherSchool') },
  })),
  step('RemoveSchoolMember', (rows) => ({ input: { schoolId: at(rows, 'otherSchool'), userId: rows.teacher.id } })),
  step('RemoveSignInProvider', (rows) => ({ id: at(rows, 'provider') })),
  step('MergeSchools', (rows) => ({ input: { intoId: at(rows, 'school'), fromId: at(rows, 'otherSchool') } })),
];

const people = [
  keep(
    'user',
    step('CreateUser', () => ({
      input: { firstName: 'Ken', lastName: tag, email: 'stale-walk@school.test', role: 'TEACHER', language: 'EN' },
    })),
  ),
  step('ResendInvitation', (rows) => ({ id: at(rows, 'user') })),
  step('ResendInvitations', (rows) => ({ ids: [at(rows, 'user')] })),
  step('UpdateUser', async (rows) => {
    const { id, email, role } = rows.teacher;
    const names = { firstName: 'Renamed', lastName: `${tag} teacher` };
    const kept = { email, role: role === 'Teacher' ? 'TEACHER' : 'SCHOOL_OWNER', language: 'EN' } as const;
    return { input: { id, ...names, ...kept, version: await rows.version('users', id) } };
  }),
  step('SetUserStatus', ({ owner }) => ({ input: { id: owner.id, status: 'DEACTIVATED' } })),
  step('SetUserStatuses', ({ owner }) => ({ input: { ids: [owner.id], status: 'ACTIVED' } })),
  step('ResetUserPassword', ({ teacher }) => ({ id: teacher.id })),
  step('DeleteUser', (rows) => ({ id: at(rows, 'user') })),
  step('RestoreUser', (rows) => ({ id: at(rows, 'user') })),
  step('RemoveSecondFactor', async ({ owner, world }) => {
    await giveSecondFactor(world.services, owner.id);
    return { id: owner.id, password: demoPassword };
  }),
];

const dates = { startDate: dayFromNow(-10), endDate: dayFromNow(200) };
const classes = [
  keep(
    'class',
    step('CreateClass', ({ book, teacher }) => ({
      input: { className: `${tag} new`, textBookId: book.id, mainTeacherId: teacher.id, ...dates },
    })),
  ),
  step('UpdateClass', async (rows) => {
    const { id } = rows.class;
    const people = { mainTeacherId: rows.teacher.id, secondaryTeacherIds: [], schoolAdministratorId: rows.owner.id };
    const kept = { textBookId: rows.book.id, status: 'ACTIVE', approvalRequired: true, ...dates } as const;
    const version = await rows.version('classes', id);
    return { input: { id, className: `${tag} renamed`, ...kept, ...people, version } };
  }),
  step('RegenerateClassQrCode', (rows) => ({ id: at(rows, 'class') })),
  step('SetClassStatuses', ({ class: { id } }) => ({ input: { ids: [id], status: 'INACTIVE' } })),
  step('SetClassStatuses', ({ class: { id } }) => ({ input: { ids: [id], status: 'ACTIVE' } })),
  step('ExtendClasses', ({ class: { id } }) => ({ input: { ids: [id], endDate: dayFromNow(250) } })),
  step('CopyClass', ({ class: { id } }) => ({ input: { id, dryRun: false } })),
  step('CopyClasses', ({ class: { id } }) => ({ input: { ids: [id], dryRun: false } })),
  keep(
    'turn',
    step('TurnSchoolYear', async ({ world, teacher, class: { id } }) => {
      const classes = [{ classId: id, keepsCode: false, renumbers: false }];
      const caller = { kind: 'SuperAdmin' as const, userId: teacher.id, sessionId: null };
      const { version } = await planTurn(world.services.db, caller, planSchoolYearTurn.body.parse({ classes }));
      return { input: { classes, moves: [], version } };
    }),
  ),
  step('TakeSchoolYearTurnBack', (rows) => ({ id: at(rows, 'turn') })),
  step('DeleteClass', (rows) => ({ id: at(rows, 'class') })),
  step('RestoreClass', (rows) => ({ id: at(rows, 'class') })),
];

const inClass = ({ class: { id }, children }: Rows, child: 0 | 1) => ({
  ...{ classId: id, profileId: children[child].id },
});
const students = [
  step('AddClassStudents', ({ class: { id } }) => ({
    input: { classId: id, students: [{ name: 'Joins', animal: 'FOX', number: 9 }] },
  })),
  step('RenameClassProfile', async (rows) => {
    const version = await rows.version('profiles', rows.children[0].id);
    return { input: { ...inClass(rows, 0), name: 'Renamed', animal: 'OWL', number: 1, version } };
  }),
  step('DrawClassProfilePictures', (rows) => ({ input: inClass(rows, 0) })),
  step('RenewClassProfileCard', (rows) => ({ input: inClass(rows, 0) })),
  step('SetCommunityPostState', async (rows) => {
    const { id } = rows.posts[0];
    return { input: { id, state: 'APPROVED', version: await rows.version('community_posts', id) } };
  }),
  step('ApproveCommunityPosts', ({ posts }) => ({ ids: [posts[1].id] })),
  step('ResolveCommunityReports', ({ posts }) => ({ id: posts[2].id })),
  step('ReplyWithStamp', ({ posts }) => ({ input: { id: posts[2].id, stamp: 'STAR' } })),
  step('TakeBackReply', ({ posts }) => ({ input: { id: posts[2].id, kind: 'STAMP' } })),
  step('DeleteCommunityPost', ({ posts }) => ({ id: posts[2].id })),
  step('RestoreCommunityPost', ({ posts }) => ({ id: posts[2].id })),
  step('HideStudentPosts', ({ class: { id }, children }) => ({ input: { classId: id, studentIds: [children[0].id] } })),
  step('DeleteStudentPosts', ({ class: { id }, children }) => ({
    input: { classId: id, studentIds: [children[1].id] },
  })),
  step('MergeClassProfiles', ({ class: { id }, children }) => ({
    input: { classId: id, intoId: children[0].id, fromIds: [children[1].id] },
  })),
  ...(['AdmitStudents', 'RemoveStudents', 'RestoreStudents'] as const).map((name) =>
    step(name, ({ class: { id }, children }) => ({ input: { classId: id, profileIds: [children[2].id] } })),
  ),
];

/** What is done with people, classes and children. */
export const firstSteps: readonly Step[] = [...sessions, ...schools, ...people, ...classes, ...students];
