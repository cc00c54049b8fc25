import { and, eq } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newHashCode } from '#api/ground/db/ids.ts';
import { classes, classProfiles, profiles } from '#api/ground/db/schema.ts';
import { ChildGuard, ClassStatus } from '#schema/rest/enumerations.ts';
import { classRoster, takeProfile } from '#schema/rest/rosters.ts';
import { classHashCode } from '#schema/rest/students.ts';
import { createStudent, deviceProfiles, joinClass, removeStudent } from '#schema/rest/student-profiles.ts';
import { animals, type AnimalName } from '#schema/rules/profile-name.ts';
import { answerOf } from '#tests/support/answers.ts';
import { keptApi } from '#tests/support/kept-world.ts';
import { aClass, aProfile, makePlace, type Place } from './samples/place.ts';
import { problemOf, send } from './school.ts';

const world = keptApi();
let place: Place;
let open: Awaited<ReturnType<typeof aClass>>;
let guarded: Awaited<ReturnType<typeof aClass>>;

beforeAll(async () => {
  place = await makePlace(world);
});
beforeEach(async () => {
  open = await aClass(place, { childGuard: ChildGuard.NONE });
  guarded = await aClass(place);
});

const roster = (code: string) => answerOf(classRoster, send(world, classRoster, { query: { ClassHashCode: code } }));
const take = (code: string, profileId: string, pictures?: readonly string[]) =>
  send(world, takeProfile, { body: { classHashCode: code, profileId, ...(pictures && { pictures }) } });
const set = (id: string, values: Partial<typeof profiles.$inferInsert>) =>
  world.services.db.update(profiles).set(values).where(eq(profiles.id, id));
const numbered = (classId: string, profileId: string, number: number) =>
  world.services.db
    .update(classProfiles)
    .set({ number })
    .where(and(eq(classProfiles.classId, classId), eq(classProfiles.profileId, profileId)));
const change = (id: string, values: Partial<typeof classes.$inferInsert>) =>
  world.services.db.update(classes).set(values).where(eq(classes.id, id));

async function picturesOf(id: string): Promise<AnimalName[]> {
  const [found] = await world.services.db
    .select({ pictures: profiles.pictures })
    .from(profiles)
    .where(eq(profiles.id, id));
  return found?.pictures ?? [];
}

describe('the roster of a class', () => {
  test('shows each child’s name and animal, by number and then by reading, and nothing else', async () => {
    const [third, second, first, gone] = [
      await aProfile(place, open.id),
      await aProfile(place, open.id),
      await aProfile(place, open.id),
      await aProfile(place, open.id),
    ];
    await set(third.id, { name: '青木 海', reading: 'あおき うみ' });
    await set(second.id, { name: '阿部 空', reading: 'あべ そら' });
    await set(first.id, { name: 'わたなべ' });
    await numbered(open.id, first.id, 1);
    await send(world, removeStudent, { token: gone.token }).expect(204);
    const answer = await send(world, classRoster, { query: { ClassHashCode: open.classHashCode } }).expect(200);
    const asShown = { animal: 'fox', number: null, asksPictures: false, asksCard: false, mergedIds: [] };
    expect(answer.body).toEqual([
      { ...asShown, id: first.id, name: 'わたなべ' },
      { ...asShown, id: third.id, name: '青木 海' },
      { ...asShown, id: second.id, name: '阿部 空' },
    ]);
  });

  test('tells two of the same name apart by their numbers', async () => {
    const [one, two, other] = [
      await aProfile(place, open.id),
      await aProfile(place, open.id),
      await aProfile(place, open.id),
    ];
    await set(other.id, { name: 'そら' });
    for (const [at, { id }] of [one, two, other].entries()) await numbered(open.id, id, at + 4);
    const found = await roster(open.classHashCode);
    expect(found.map(({ name, number }) => [name, number])).toEqual([
      ['ひなた', 4],
      ['ひなた', 5],
      ['そら', null],
    ]);
  });

  test('takes two spellings of a name for the same name', async () => {
    const [one, two] = [await aProfile(place, open.id), await aProfile(place, open.id)];
    await set(one.id, { name: 'Emma S' });
    await set(two.id, { name: 'ＥＭＭＡ　Ｓ' });
    for (const [at, { id }] of [one, two].entries()) await numbered(open.id, id, at + 4);
    expect((await roster(open.classHashCode)).map(({ number }) => number)).toEqual([4, 5]);
  });

  test('counts two of the same name and animal whom nobody gave a number, in the order in which they joined', async () => {
    const joined = [];
    for (const animal of ['cat', 'fox', 'cat', 'cat'] as const) {
      const child = await aProfile(place, open.id);
      await set(child.id, { animal });
      joined.push(child);
    }
    const [first, fox, second, registered] = joined.map(({ id }) => id);
    const numbers = async () => new Map((await roster(open.classHashCode)).map(({ id, number }) => [id, number]));
    expect(await numbers()).toEqual(
      new Map([
        [first, 1],
        [fox, null],
        [second, 2],
        [registered, 3],
      ]),
    );
    await numbered(open.id, registered ?? '', 1);
    // No number is shown twice.
    expect(await numbers()).toEqual(
      new Map([
        [first, 2],
        [fox, null],
        [second, 3],
        [registered, 1],
      ]),
    );
  });

  test('is empty for a completed class, and an unknown code is 404', async () => {
    await aProfile(place, open.id);
    await change(open.id, { status: ClassStatus.INACTIVE });
    expect(await roster(open.classHashCode)).toEqual([]);
    await problemOf(send(world, classRoster, { query: { ClassHashCode: newHashCode() } }), 404);
    await problemOf(send(world, classRoster, { query: { ClassHashCode: 'no code!' } }), 400);
  });
});

describe('taking a child of a class on another device', () => {
  test('gives a token for the same profile, and the first device’s token lives on', async () => {
    const child = await aProfile(place, open.id);
    const taken = await answerOf(takeProfile, take(open.classHashCode, child.id));
    expect(taken).toMatchObject({ id: child.id, name: 'ひなた', animal: 'fox' });
    expect(taken.token).not.toBe(child.token);
    for (const token of [taken.token, child.token]) {
      const asChild = await answerOf(classHashCode, send(world, classHashCode, { token, params: { id: open.id } }));
      expect(asChild.classHashCode).toBe(open.classHashCode);
    }
    const rows = await world.services.db.select().from(classProfiles).where(eq(classProfiles.classId, open.id));
    expect(rows).toHaveLength(1);
  });

  test('is refused without the pictures of a class that asks for them, and with the wrong ones', async () => {
    const child = await aProfile(place, guarded.id);
    expect((await roster(guarded.classHashCode))[0]?.asksPictures).toBe(true);
    const right = await picturesOf(child.id);
    expect(new Set(right).size).toBe(3);
    for (const wrong of [undefined, [...right].reverse(), right.slice(0, 2)]) {
      const { messageKey } = await problemOf(take(guarded.classHashCode, child.id, wrong), 403);
      expect(messageKey).toBe('messages.wrongPictures');
    }
    await take(guarded.classHashCode, child.id, right).expect(200);
  });

  test('asks for the pictures when any running class of the child does, and not for those of a completed one', async () => {
    const child = await aProfile(place, open.id);
    await world.services.db.insert(classProfiles).values({ classId: guarded.id, profileId: child.id });
    await problemOf(take(open.classHashCode, child.id), 403);
    await change(guarded.id, { status: ClassStatus.INACTIVE });
    await take(open.classHashCode, child.id).expect(200);
  });

  test('ends after five wrong guesses, even for the right one, until the child has new pictures; right ones do not count', async () => {
    const child = await aProfile(place, guarded.id);
    const other = await aProfile(place, guarded.id);
    const right = await picturesOf(child.id);
    for (let at = 0; at < 7; at += 1) await take(guarded.classHashCode, child.id, right).expect(200);
    const wrong = animals.filter((one) => !right.includes(one)).slice(0, 3);
    const guesses = await Promise.all(Array.from({ length: 8 }, () => take(guarded.classHashCode, child.id, wrong)));
    expect(guesses.map(({ status }) => status).sort()).toEqual([403, 403, 403, 403, 403, 429, 429, 429]);
    await problemOf(take(guarded.classHashCode, child.id, right), 429);
    await take(guarded.classHashCode, other.id, await picturesOf(other.id)).expect(200);
    await set(child.id, { pictures: wrong });
    await take(guarded.classHashCode, child.id, wrong).expect(200);
  });

  test('is refused for a child of another class, a removed one, and a completed class', async () => {
    const child = await aProfile(place, open.id);
    const elsewhere = await aClass(place, { childGuard: ChildGuard.NONE });
    await problemOf(take(elsewhere.classHashCode, child.id), 404);
    await problemOf(take(newHashCode(), child.id), 404);
    await problemOf(take(open.classHashCode, 'nobody'), 400);
    await problemOf(take(open.classHashCode, child.id, ['dragon']), 400);
    await change(open.id, { status: ClassStatus.INACTIVE });
    expect((await problemOf(take(open.classHashCode, child.id), 409)).messageKey).toBe('messages.classCompleted');
    await change(open.id, { status: ClassStatus.ACTIVE });
    await send(world, removeStudent, { token: child.token }).expect(204);
    await problemOf(take(open.classHashCode, child.id), 404);
  });

  test('does not make the profile one that the device gets back without pictures', async () => {
    const child = await aProfile(place, guarded.id);
    const device = newHashCode();
    await take(guarded.classHashCode, child.id, await picturesOf(child.id))
      .set('x-device', device)
      .expect(200);
    const kept = await answerOf(deviceProfiles, send(world, deviceProfiles, {}).set('x-device', device));
    expect(kept).toEqual([]);
  });

  test.each([
    ['guarded', () => guarded, {}],
    ['unguarded', () => open, { taken: true }],
  ] as const)(
    'leaves a %s child on its own device when it joins another class on the taken one',
    async (_, from, taken) => {
      const [home, shared] = [newHashCode(), newHashCode()];
      const kept = async (device: string) =>
        (await answerOf(deviceProfiles, send(world, deviceProfiles, {}).set('x-device', device))).map(({ id }) => id);
      const { classHashCode: code } = from();
      const next = await aClass(place, { childGuard: ChildGuard.NONE });
      const body = { name: 'Mia', animal: 'cat', classHashCode: code };
      const child = await answerOf(createStudent, send(world, createStudent, { body }).set('x-device', home));
      const { token } = await answerOf(
        takeProfile,
        take(code, child.id, await picturesOf(child.id)).set('x-device', shared),
      );
      await send(world, joinClass, { token, body: { classHashCode: next.classHashCode, ...taken } })
        .set('x-device', shared)
        .expect(204);
      expect(await kept(shared)).toEqual([]);
      expect(await kept(home)).toEqual([child.id]);
    },
  );
});
