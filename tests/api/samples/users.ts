import { newId } from '#api/db/ids.ts';
import { userImports } from '#api/db/schema.ts';
import type { CallerKind } from '#schema/access.ts';
import { UserStatus } from '#schema/rest/enumerations.ts';
import { addStaff, type Member } from '../school.ts';
import type { Place } from './place.ts';
import { bare, type MakeSample, type Samples } from './sample.ts';

/** Somebody whom the first school's owner has invited. */
const aTeacher = ({ world, own }: Place, over: Partial<Member> = {}) =>
  addStaff(world, { role: 'Teacher', invitedById: own.SchoolOwner.id, ...over });

const person = () => ({
  email: `${newId()}@school.test`,
  firstName: '花子',
  lastName: '山田',
  role: 'Teacher',
  phoneNumber: '090-1234-5678',
  phoneType: 2,
  language: 'jp',
});

const onTeacher =
  (over: Partial<Member> = {}): MakeSample =>
  async (place) => ({ params: { id: (await aTeacher(place, over)).id } });

const invited = { status: UserStatus.INVITED };

const table = () => ({
  fields: { dryRun: 'false' },
  files: {
    file: {
      content: Buffer.from(`Email,First name,Last name,Role\r\n${newId()}@school.test,Aya,Sato,Teacher\r\n`),
      fileName: 'people.csv',
    },
  },
});

async function anImport({ world, own }: Place, caller: CallerKind) {
  const id = newId();
  const createdById = caller === 'Student' || caller === 'Nobody' ? own.SchoolOwner.id : own[caller].id;
  const row = { id, createdById, requestId: 'sample', fileName: 'people.csv', encoding: 'UTF-8', delimiter: ',' };
  await world.services.db.insert(userImports).values({ ...row, total: 0, processed: 0, failed: 0 });
  return { params: { id } };
}

export const userSamples: Samples = {
  users: () => ({ query: { Roles: 'Teacher', PageSize: 5 } }),
  createUser: () => ({ body: person() }),
  user: async (place) => ({ params: { Id: (await aTeacher(place)).id } }),
  updateUser: async (place) => ({ params: { Id: (await aTeacher(place)).id }, body: { ...person(), version: 1 } }),
  deleteUser: async (place) => ({ params: { Id: (await aTeacher(place)).id } }),
  roles: () => ({ query: { PageNumber: 1, PageSize: 2 } }),
  resendInvitation: onTeacher(invited),
  resendInvitations: async (place) => ({ body: { ids: [(await aTeacher(place, invited)).id] } }),
  resetUserPassword: onTeacher(),
  setUserStatus: async (place, caller) => ({
    ...(await onTeacher()(place, caller)),
    body: { status: UserStatus.DEACTIVATED },
  }),
  setUserStatuses: async (place) => ({
    body: { status: UserStatus.DEACTIVATED, ids: [(await aTeacher(place)).id] },
  }),
  exportUsers: () => ({ query: { Roles: 'Teacher', Language: 'jp' } }),
  importUsers: table,
  userImport: anImport,
  allTeachers: () => ({ query: { query: 'Aya' } }),
  allSchoolAdministrators: bare,
};
