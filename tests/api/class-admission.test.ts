import { and, eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { newHashCode } from '#api/ground/db/ids.ts';
import { classProfiles, communityPosts as posts, profiles } from '#api/ground/db/schema.ts';
import * as admission from '#schema/rest/class-admission.ts';
import { addClassStudents, classProfiles as listProfiles } from '#schema/rest/class-profiles.ts';
import { regenerateClassQrCode } from '#schema/rest/classes.ts';
import { communityPosts, reactToCommunityPost } from '#schema/rest/community.ts';
import { Admission, ChildGuard, ReactionType } from '#schema/rest/enumerations.ts';
import { classRoster, takeCard, takeProfile } from '#schema/rest/rosters.ts';
import { classHashCode, contentDetails } from '#schema/rest/students.ts';
import { createStudent, deviceProfiles, joinClass } from '#schema/rest/student-profiles.ts';
import { answerOf } from '#tests/support/answers.ts';
import { keptApi } from '#tests/support/kept-world.ts';
import { picture } from '#tests/support/media-samples.ts';
import { makePost } from '#tests/support/teaching.ts';
import { createWorks } from './child-works.ts';
import { aClass, aProfile, makePlace, type Place } from './samples/place.ts';
import { classOf, problemOf, send, tokenOf } from './school.ts';

const world = keptApi();
let place: Place;
let token: string;

beforeAll(async () => {
  place = await makePlace(world);
  token = await tokenOf(world, place.own.Teacher);
});

type Class = Awaited<ReturnType<typeof aClass>>;

const create = (code: string, device = newHashCode(), name = 'Mia') =>
  send(world, createStudent, { body: { name, animal: 'fox', classHashCode: code } }).set('x-device', device);
const made = (code: string, device?: string) => answerOf(createStudent, create(code, device));
const join = (code: string, child: string, device = newHashCode()) =>
  send(world, joinClass, { token: child, body: { classHashCode: code } }).set('x-device', device);
const listed = (id: string, query = {}) =>
  answerOf(listProfiles, send(world, listProfiles, { token, params: { id }, query }));
const idsOf = ({ items }: { items: readonly { id: string }[] }) => items.map(({ id }) => id).sort();
const roster = async (code: string) =>
  (await answerOf(classRoster, send(world, classRoster, { query: { ClassHashCode: code } }))).map(({ id }) => id);
const admit = (id: string, profileIds: readonly string[]) =>
  answerOf(
    admission.admitClassProfiles,
    send(world, admission.admitClassProfiles, { token, params: { id }, body: { profileIds } }),
  );
const remove = async (id: string, body: object, as = token) =>
  (
    await answerOf(
      admission.removeClassProfiles,
      send(world, admission.removeClassProfiles, { token: as, params: { id }, body }),
    )
  ).profileIds;
const removed = (id: string) =>
  answerOf(admission.removedClassProfiles, send(world, admission.removedClassProfiles, { token, params: { id } }));
const restore = (id: string, profileIds: readonly string[]) =>
  answerOf(
    admission.restoreClassProfiles,
    send(world, admission.restoreClassProfiles, { token, params: { id }, body: { profileIds } }),
  );
const regenerate = async ({ id }: Class) =>
  (await classOf(send(world, regenerateClassQrCode, { token, params: { id } }))).classHashCode;
const joinedOn = (classId: string, profileId: string, day: string) =>
  world.services.db
    .update(classProfiles)
    .set({ joinedAt: new Date(day) })
    .where(and(eq(classProfiles.classId, classId), eq(classProfiles.profileId, profileId)));

describe('a new code', () => {
  test('is not learned by a device that came by the old one, until it shows the new one', async () => {
    const found = await aClass(place);
    const device = newHashCode();
    const child = await made(found.classHashCode, device);
    const code = await regenerate(found);

    const asked = () => send(world, classHashCode, { token: child.token, params: { id: found.id } });
    expect(await problemOf(asked(), 409)).toMatchObject({ messageKey: 'messages.classHasNewCode' });
    const answers = await Promise.all([
      send(world, contentDetails, { token: child.token, query: { hashCode: place.content.hashCode } }).expect(200),
      send(world, deviceProfiles, {}).set('x-device', device).expect(200),
      send(world, joinClass, { token: child.token, body: { classHashCode: found.classHashCode } }).expect(404),
    ]);
    expect(JSON.stringify(answers.map(({ body }) => body as unknown))).not.toContain(code);
    // The child is still the class's.
    expect(idsOf(await listed(found.id))).toEqual([child.id]);

    await join(code, child.token, device).expect(204);
    expect(await answerOf(classHashCode, asked())).toEqual({ classHashCode: code });
    const [back] = await answerOf(deviceProfiles, send(world, deviceProfiles, {}).set('x-device', device));
    expect(back?.lastClass?.classHashCode).toBe(code);
  });

  test('is learned by the child’s own card, which is handed to the child alone', async () => {
    const found = await aClass(place);
    const child = await aProfile(place, found.id);
    const code = await regenerate(found);
    const [row] = await world.services.db.select().from(profiles).where(eq(profiles.id, child.id));
    const taken = await answerOf(takeCard, send(world, takeCard, { body: { cardCode: row?.cardCode ?? '' } }));
    expect(taken.lastClass?.classHashCode).toBe(code);
  });

  test('lets staff remove whoever came by a code since a day, but not whom they added, and bring them back', async () => {
    const found = await aClass(place);
    const [early, late] = [await aProfile(place, found.id), await aProfile(place, found.id)];
    const later = await aProfile(place, found.id);
    // Midnight of 10 May is at 15:00 UTC of the 9th in Tokyo.
    await joinedOn(found.id, early.id, '2026-05-09T14:59:59Z');
    await joinedOn(found.id, late.id, '2026-05-09T15:00:00Z');
    await joinedOn(found.id, later.id, '2026-06-01T00:00:00Z');
    const [added] = await answerOf(
      addClassStudents,
      send(world, addClassStudents, { token, params: { id: found.id }, body: { students: [{ name: 'Ken' }] } }),
    );
    const since = { JoinedSince: '2026-05-10' };
    const preview = await listed(found.id, since);
    expect([idsOf(preview), preview.totalCount]).toEqual([[late.id, later.id].sort(), 2]);

    const gone = await remove(found.id, { joinedSince: '2026-05-10' });
    expect([...gone].sort()).toEqual([late.id, later.id].sort());
    expect(idsOf(await listed(found.id))).toEqual([early.id, added?.id ?? ''].sort());
    expect((await removed(found.id)).items.map(({ id, blocked, removedBy }) => [id, blocked, removedBy?.id])).toEqual(
      gone.map((id) => [id, false, place.own.Teacher.id]),
    );
    expect(await restore(found.id, gone)).toEqual({ results: gone.map((id) => ({ id, messageKey: null })) });
    expect(idsOf(await listed(found.id, since))).toEqual([...gone].sort());
  });
});

describe('a blocked child', () => {
  test('stays out whatever code the class has, and so does its device; others come, and it does once it is brought back', async () => {
    const found = await aClass(place, { childGuard: ChildGuard.NONE });
    const [device, other] = [newHashCode(), newHashCode()];
    const child = await made(found.classHashCode, device);
    const kept = await aProfile(place, found.id);
    expect(await remove(found.id, { profileIds: [child.id], block: true })).toEqual([child.id]);
    const code = await regenerate(found);

    const blocked = { messageKey: 'messages.blockedFromClass' };
    expect(await problemOf(join(code, child.token, other), 403)).toMatchObject(blocked);
    expect(await problemOf(create(code, device), 403)).toMatchObject(blocked);
    expect(await problemOf(join(code, (await aProfile(place)).token, device), 403)).toMatchObject(blocked);
    // A child who is in the class already is not the device's fault.
    const take = send(world, takeProfile, { body: { classHashCode: code, profileId: kept.id } });
    await take.set('x-device', device).expect(200);
    await create(code, other).expect(201);
    await create((await aClass(place)).classHashCode, device).expect(201);

    await restore(found.id, [child.id]);
    await join(code, child.token, device).expect(204);
    await create(code, device).expect(201);
  });

  test('who is only removed comes back by the code', async () => {
    const found = await aClass(place);
    const child = await made(found.classHashCode);
    await remove(found.id, { profileIds: [child.id] });
    await join(found.classHashCode, child.token).expect(204);
    expect(idsOf(await listed(found.id))).toEqual([child.id]);
    expect((await removed(found.id)).totalCount).toBe(0);
  });
});

describe('a class whose new students wait', () => {
  test('opens for them, and shows neither their names nor their works to others until they are let in', async () => {
    const found = await aClass(place, {
      admission: Admission.ALWAYS,
      approvalRequired: false,
      childGuard: ChildGuard.NONE,
    });
    const works = createWorks(world, place);
    const child = await made(found.classHashCode);
    const friend = await aProfile(place, found.id);
    const theirs = await makePost(world.services.db, { classId: found.id, profileId: friend.id, state: 'approved' });
    await answerOf(classHashCode, send(world, classHashCode, { token: child.token, params: { id: found.id } }));
    await works
      .sendImage({ ...child, name: 'ひなた', animal: 'fox', version: 1, class: found }, await picture('png'))
      .expect(202);
    const wall = (as?: string) =>
      answerOf(
        communityPosts,
        send(world, communityPosts, { token: as, query: { ClassHashCode: found.classHashCode } }),
      );
    const own = await vi.waitFor(
      async () => {
        const [post] = (await wall(child.token)).filter(({ mine }) => mine);
        expect(post?.image).toBeTruthy();
        return post;
      },
      { timeout: 60_000, interval: 100 },
    );
    expect(own?.state).toBe('waiting');
    expect((await wall(friend.token)).map(({ id }) => id)).toEqual([theirs.id]);
    expect(await roster(found.classHashCode)).toEqual([friend.id]);
    await send(world, takeProfile, { body: { classHashCode: found.classHashCode, profileId: child.id } }).expect(404);
    const react = () =>
      send(world, reactToCommunityPost, {
        token: child.token,
        params: { id: theirs.id, type: String(ReactionType.LIKE) },
        query: { numberOfInteractions: 1 },
      });
    expect(await problemOf(react(), 409)).toMatchObject({ messageKey: 'messages.waitsForTeacher' });
    expect([idsOf(await listed(found.id)), idsOf(await listed(found.id, { Waiting: true }))]).toEqual([
      [friend.id],
      [child.id],
    ]);

    expect(await admit(found.id, [child.id])).toEqual({ results: [{ id: child.id, messageKey: null }] });
    expect((await wall(friend.token)).map(({ id }) => id).sort()).toEqual([theirs.id, own?.id ?? ''].sort());
    expect((await roster(found.classHashCode)).sort()).toEqual([friend.id, child.id].sort());
    await react().expect(200);
    expect(idsOf(await listed(found.id, { Waiting: true }))).toEqual([]);
  });

  test('has fifty in an hour at once where many come, and those after them wait', async () => {
    const found = await aClass(place);
    const children = await Promise.all(Array.from({ length: 54 }, () => aProfile(place)));
    const answers = await Promise.all(children.map((child) => join(found.classHashCode, child.token)));
    expect(answers.map(({ status }) => status)).toEqual(children.map(() => 204));
    expect((await listed(found.id)).totalCount).toBe(50);
    expect((await listed(found.id, { Waiting: true })).totalCount).toBe(4);
    const open = await aClass(place, { admission: Admission.NEVER });
    await Promise.all(children.map((child) => join(open.classHashCode, child.token)));
    expect((await listed(open.id)).totalCount).toBe(54);
  });

  test('refuses them with their posts, which a school owner may not hide', async () => {
    const found = await aClass(place, { admission: Admission.ALWAYS });
    const child = await made(found.classHashCode);
    const post = await makePost(world.services.db, { classId: found.id, profileId: child.id, state: 'pending' });
    const body = { profileIds: [child.id], hidePosts: true };
    const owner = await tokenOf(world, place.own.SchoolOwner);
    await send(world, admission.removeClassProfiles, { token: owner, params: { id: found.id }, body }).expect(403);
    expect(await remove(found.id, body)).toEqual([child.id]);
    const [row] = await world.services.db.select({ state: posts.state }).from(posts).where(eq(posts.id, post.id));
    expect(row?.state).toBe('hidden');
    expect((await listed(found.id, { Waiting: true })).totalCount).toBe(0);
    expect(await admit(found.id, [child.id])).toEqual({ results: [{ id: child.id, messageKey: 'messages.notFound' }] });
  });
});

test('a removal names its profiles or a day, not both and not neither', async () => {
  const { id } = await aClass(place);
  for (const body of [
    {},
    { profileIds: [id], joinedSince: '2026-05-10' },
    { joinedSince: 'yesterday' },
    { profileIds: [] },
  ])
    await send(world, admission.removeClassProfiles, { token, params: { id }, body }).expect(400);
});
