import { eq, inArray, sql } from 'drizzle-orm';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { classes, communityPosts, media } from '#api/ground/db/schema.ts';
import { removeClassProfiles } from '#schema/rest/class-admission.ts';
import { mergeClassProfiles } from '#schema/rest/class-profiles.ts';
import { deleteClass } from '#schema/rest/classes.ts';
import { setClassStatuses } from '#schema/rest/classes-at-once.ts';
import { ClassStatus } from '#schema/rest/enumerations.ts';
import { problemOf } from '#tests/support/answers.ts';
import { keptApi } from '#tests/support/kept-world.ts';
import { picture } from '#tests/support/media-samples.ts';
import { patience } from '#tests/support/patience.ts';
import { waitingForLock } from '#tests/support/waiting-locks.ts';
import { type Child, createWorks, type Works } from './child-works.ts';
import { aProfile, makePlace, type Place } from './samples/place.ts';
import { send, tokenOf } from './school.ts';

const world = keptApi();
let place: Place;
let works: Works;
let owner: string;

beforeAll(async () => {
  place = await makePlace(world);
  works = createWorks(world, place);
  owner = await tokenOf(world, place.own.SchoolOwner);
});
afterEach(() => {
  vi.restoreAllMocks();
});

/** Does something after the work's file is stored and before its rows are written. Lists the keys of stored files. */
function meanwhile(act: () => Promise<unknown>): string[] {
  const { storage } = world.services;
  const put = storage.put.bind(storage);
  const keys: string[] = [];
  vi.spyOn(storage, 'put').mockImplementation(async (key, content) => {
    const stored = await put(key, content);
    keys.push(key);
    await act();
    return stored;
  });
  return keys;
}

async function nothingIsKept(child: Child, keys: readonly string[]): Promise<void> {
  expect(await world.services.db.$count(communityPosts, eq(communityPosts.profileId, child.id))).toBe(0);
  expect(keys).toHaveLength(1);
  for (const key of keys) expect(await world.services.storage.size(key)).toBeUndefined();
}

const takeOut = (child: Child, block: boolean) =>
  send(world, removeClassProfiles, {
    token: owner,
    params: { id: child.class.id },
    body: { profileIds: [child.id], joinedSince: null, hidePosts: false, block },
  }).expect(200);

const remove = ({ class: { id } }: Child) => send(world, deleteClass, { token: owner, params: { id } }).expect(204);
const archive = ({ class: { id } }: Child) =>
  send(world, setClassStatuses, { token: owner, body: { ids: [id], status: ClassStatus.INACTIVE } }).expect(200);

test.each([
  ['whose class is deleted', 404, remove],
  ['whose class is archived', 409, archive],
  ['who is taken out of the class', 404, (child: Child) => takeOut(child, false)],
  ['who is blocked from the class', 404, (child: Child) => takeOut(child, true)],
] as const)('the work of a child %s while it is stored answers %i and is not kept', async (_who, status, act) => {
  const child = await works.aChild();
  const keys = meanwhile(async () => act(child));
  const problem = await problemOf(works.sendImage(child, await picture('png')), status);
  expect(problem.messageKey).toBe(status === 409 ? 'messages.classCompleted' : 'messages.notFound');
  await nothingIsKept(child, keys);
});

test('a work waits for who is deleting the class, and is not kept', async () => {
  const child = await works.aChild();
  const keys = meanwhile(() => Promise.resolve());
  const isClass = eq(classes.id, child.class.id);
  const sent = works.sendImage(child, await picture('png'));
  const answer = await world.services.db.transaction(async (tx) => {
    await tx.select({ id: classes.id }).from(classes).where(isClass).for('update');
    const refused = problemOf(sent, 404);
    await vi.waitFor(async () => expect(await waitingForLock(world)).toBe(1), patience);
    await tx
      .update(classes)
      .set({ deletedAt: sql`now()` })
      .where(isClass);
    return { refused };
  });
  expect((await answer.refused).messageKey).toBe('messages.notFound');
  await nothingIsKept(child, keys);
});

test('the files of a work whose profile is merged while it is prepared belong to the kept profile', async () => {
  const child = await works.aChild();
  const kept = await aProfile(place, child.class.id);
  const body = { intoId: kept.id, fromIds: [child.id] };
  let merging: Promise<unknown> | undefined;
  const { storage, db } = world.services;
  const put = storage.put.bind(storage);
  vi.spyOn(storage, 'put').mockImplementation(async (key, content) => {
    const stored = await put(key, content);
    // The sources are stored under names with an ending, the prepared work under the request's id.
    if (!key.includes('.'))
      await (merging ??= send(world, mergeClassProfiles, { token: owner, params: { id: child.class.id }, body }).expect(
        200,
      ));
    return stored;
  });
  const picked = await picture('png');
  await works.sendImage(child, picked, { thumbnail: picked }).expect(202);
  const [post] = await vi.waitFor(
    async () => {
      const shown = await db.select().from(communityPosts).where(eq(communityPosts.profileId, kept.id));
      expect(shown[0]?.mediaId).toBeTruthy();
      return shown;
    },
    { timeout: 60_000, interval: 100 },
  );
  const files = await db
    .select({ profileId: media.profileId })
    .from(media)
    .where(inArray(media.id, [post?.mediaId ?? '', post?.thumbnailMediaId ?? '']));
  expect(files).toEqual([{ profileId: kept.id }, { profileId: kept.id }]);
});
