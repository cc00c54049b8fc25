import { and, asc, eq, isNull } from 'drizzle-orm';
import { beforeAll, expect } from 'vitest';
import { newId } from '#api/ground/db/ids.ts';
import { classes, classProfiles, profiles, users } from '#api/ground/db/schema.ts';
import { importRoster, type RosterImport, rosterImportById } from '#schema/rest/roster-files.ts';
import { answerOf } from '#tests/support/answers.ts';
import { type Person, type Roster, zipOf } from '#tests/support/roster-package.ts';
import type { World } from '#tests/support/world.ts';
import { makeTextBook } from '#tests/support/teaching.ts';
import { makeSchools, send } from './school.ts';

interface Sending {
  readonly token: string;
  readonly dryRun?: boolean;
}

/** Sends a package. */
const postRoster = (world: World, content: Buffer, { token, dryRun = false }: Sending) =>
  send(world, importRoster, {
    token,
    fields: { dryRun: String(dryRun) },
    files: { file: { content, fileName: '名簿.zip' } },
  });

/** An import, once it is over. */
async function overRoster(world: World, token: string, id: string): Promise<RosterImport> {
  const ask = () => answerOf(rosterImportById, send(world, rosterImportById, { token, params: { id } }));
  await expect.poll(async () => (await ask()).finishedAt, { timeout: 60_000 }).not.toBeNull();
  return ask();
}

/** Sends the files of a package and waits until its import is over. */
async function bringRoster(
  world: World,
  files: Readonly<Record<string, string | Buffer>>,
  sending: Sending,
): Promise<RosterImport> {
  const { id } = await answerOf(importRoster, postRoster(world, await zipOf(files), sending));
  return overRoster(world, sending.token, id);
}

export const countsOf = ({ state, created, updated, unchanged, skipped, refused }: RosterImport) => ({
  ...{ state, created, updated, unchanged, skipped, refused },
});

export const aTeacher = (): Person => {
  const id = `T-${newId()}`;
  return { id, role: 'teacher', family: '森', given: 'あや', email: `${id.toLowerCase()}@school.test` };
};
export const aChild = (family: string, given: string, kana: readonly [string, string]): Person => ({
  ...{ id: `S-${newId()}`, role: 'student', family, given, kana },
});

/** A class with a main and another teacher and two children, which follows a course of this code. */
function aRoster(code: string) {
  const [main, other] = [aTeacher(), aTeacher()];
  const [aoi, ren] = [aChild('青木', 'あおい', ['アオキ', 'アオイ']), aChild('井上', '蓮', ['イノウエ', 'レン'])];
  const lesson = {
    ...{ id: `C-${newId()}`, title: '1年1組', teachers: [main.id, other.id] },
    students: [[aoi.id, 1] as const, [ren.id, 2] as const],
  };
  const roster = {
    people: [main, other, aoi, ren],
    lessons: [lesson],
    courses: { course: ['英語', code] as const },
  } satisfies Roster;
  return { roster, main, other, aoi, ren, lesson };
}

/** Rows by their ids in the school's own system. */
const classOfRoster = async ({ services }: World, externalId: string) =>
  (await services.db.select().from(classes).where(eq(classes.externalId, externalId)))[0];
const userOfRoster = async ({ services }: World, externalId: string) =>
  (await services.db.select().from(users).where(eq(users.externalId, externalId)))[0];

/** The children of a class, by number. */
const childrenOfClass = ({ services }: World, classId: string) =>
  services.db
    .select({
      ...{ id: profiles.id, name: profiles.name, reading: profiles.reading, externalId: profiles.externalId },
      number: classProfiles.number,
    })
    .from(profiles)
    .innerJoin(classProfiles, eq(classProfiles.profileId, profiles.id))
    .where(and(eq(classProfiles.classId, classId), isNull(profiles.deletedAt)))
    .orderBy(asc(classProfiles.number));

/** Schools with a textbook in a test file's world, whose first owner sends rosters unless another does. */
export function rosterDesk(world: World) {
  let school: Awaited<ReturnType<typeof makeSchools>> | undefined;
  let book: Awaited<ReturnType<typeof makeTextBook>> | undefined;
  beforeAll(async () => {
    school = await makeSchools(world);
    book = await makeTextBook(world.services.db);
  });
  const made = <Thing>(thing: Thing | undefined): Thing => {
    if (thing === undefined) throw new Error('The schools are made before the first test');
    return thing;
  };
  const own = (sending: Partial<Sending>) => ({ token: made(school).tokens.owner, ...sending });
  return {
    get school() {
      return made(school);
    },
    get book() {
      return made(book);
    },
    post: (content: Buffer, sending: Partial<Sending> = {}) => postRoster(world, content, own(sending)),
    over: (token: string, id: string) => overRoster(world, token, id),
    bring: (files: Readonly<Record<string, string | Buffer>>, sending: Partial<Sending> = {}) =>
      bringRoster(world, files, own(sending)),
    classOf: (externalId: string) => classOfRoster(world, externalId),
    userOf: (externalId: string) => userOfRoster(world, externalId),
    childrenOf: (classId: string) => childrenOfClass(world, classId),
    aRoster: () => aRoster(made(book).shortCode),
  };
}
