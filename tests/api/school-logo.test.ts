import { eq } from 'drizzle-orm';
import supertest from 'supertest';
import { beforeAll, expect, test } from 'vitest';
import { memberships, schools } from '#api/ground/db/schema.ts';
import { PostApproval, SchoolLanguage } from '#schema/rest/enumerations.ts';
import { classLogo, schoolSettingsById, updateSchoolSettings, uploadSchoolLogo } from '#schema/rest/school-settings.ts';
import { answerOf } from '#tests/support/answers.ts';
import { keptWorld } from '#tests/support/kept-world.ts';
import { photo } from '#tests/support/media-samples.ts';
import { graphql } from '#tests/support/people.ts';
import { makeSchools, problemOf, send, type Who } from './school.ts';

const world = keptWorld();
let school: Awaited<ReturnType<typeof makeSchools>>;
let schoolId = '';
beforeAll(async () => {
  school = await makeSchools(world);
  const { db } = world.services;
  const [own] = await db.select().from(memberships).where(eq(memberships.userId, school.people.owner.id));
  schoolId = own?.schoolId ?? '';
});

const limits = { retentionMonths: 0, worksPerDay: 0, storageMegabytes: 0 };
const plain = { timeZone: '', language: SchoolLanguage.NONE, approval: PostApproval.INSTALLATION, ...limits };

async function upload(who: Who): Promise<string> {
  const files = { file: { content: await photo(), fileName: 'logo.jpg' } };
  return (await answerOf(uploadSchoolLogo, send(world, uploadSchoolLogo, { token: school.tokens[who], files }))).id;
}

async function save(who: Who, values: object) {
  const { db } = world.services;
  const [row] = await db.select().from(schools).where(eq(schools.id, schoolId));
  const body = { ...plain, ...values, version: row?.version };
  return send(world, updateSchoolSettings, { token: school.tokens[who], params: { id: schoolId }, body });
}

const logoOf = async (who: Who, id: string) =>
  (await answerOf(classLogo, send(world, classLogo, { token: school.tokens[who], params: { id } }))).logo;

const refusedLogo = { errors: { logoId: ['messages.pictureNotAvailable'] } };

test('is on the prints of the school’s classes, for whoever prints them', async () => {
  const [own, other] = [await school.created('owner'), await school.created('otherOwner')];
  expect(await logoOf('owner', own.id)).toBeNull();
  const logoId = await upload('owner');
  const saved = await save('owner', { logoId });
  expect(saved.body).toMatchObject({ logoId, logo: { fileName: 'logo.jpg' } });

  const logo = await logoOf('admin', own.id);
  await supertest(world.apiUrl).get(`/api${logo?.url}`).expect(200).expect('content-type', 'image/jpeg');
  expect(await logoOf('otherOwner', other.id)).toBeNull();
  await problemOf(send(world, classLogo, { token: school.tokens.otherOwner, params: { id: own.id } }), 404);

  const query = 'query ($id: ID!) { classLogo(id: $id) { url fileName } }';
  const asked = await graphql(world, query, { id: own.id }, { authorization: `Bearer ${school.tokens.owner}` });
  expect(asked.data).toEqual({ classLogo: logo });
});

test('stays when the settings are saved without it, and goes with null', async () => {
  const logoId = await upload('admin');
  await save('admin', { logoId });
  expect((await save('owner', { worksPerDay: 3 })).body).toMatchObject({ logoId, worksPerDay: 3 });
  expect((await save('owner', { logoId: null })).body).toMatchObject({ logoId: null, logo: null });
});

test('is a picture that the caller sent, and no other', async () => {
  const foreign = await upload('otherOwner');
  for (const logoId of [foreign, '00000000-0000-7000-8000-000000000000'])
    expect((await save('owner', { logoId })).body).toMatchObject({ status: 400, ...refusedLogo });
  const read = send(world, schoolSettingsById, { token: school.tokens.owner, params: { id: schoolId } });
  expect((await answerOf(schoolSettingsById, read)).logoId).toBeNull();
});

test('is sent by owners and administrators, not by teachers', async () => {
  const files = { file: { content: await photo(), fileName: 'logo.jpg' } };
  await problemOf(send(world, uploadSchoolLogo, { token: school.tokens.teacher, files }), 403);
  const noPicture = { file: { content: Buffer.from('<svg/>'), fileName: 'logo.svg' } };
  await problemOf(send(world, uploadSchoolLogo, { token: school.tokens.owner, files: noPicture }), 415);
});
