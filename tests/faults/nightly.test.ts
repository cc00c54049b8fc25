import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { count, inArray, isNotNull } from 'drizzle-orm';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { newId } from '#api/ground/db/ids.ts';
import { communityPosts, media } from '#api/ground/db/schema.ts';
import { sweepStore } from '#api/domains/media/sweep.ts';
import { daysAgo } from '#tests/api/nightly-past.ts';
import { aClass, aProfile, makePlace } from '#tests/api/samples/place.ts';
import { programOf } from '#tests/support/programs.ts';
import { ownWorld } from '#tests/support/world.ts';

const PATIENCE = 60_000;
const GONE = 1600;
const KEPT = 100;

const world = ownWorld({ gateway: false });
let gone: readonly Posted[];
let kept: readonly Posted[];

beforeAll(async () => {
  const place = await makePlace(world);
  const { id: classId } = await aClass(place);
  const { id: profileId } = await aProfile(place, classId);
  const wall = { classId, profileId };
  gone = await post(wall, GONE, () => daysAgo(31));
  kept = await post(wall, KEPT, (n) => (n % 2 ? daysAgo(29) : null));
}, PATIENCE * 2);

const db = () => world.services.db;

interface Posted {
  readonly postId: string;
  /** Of its file, and the id of the file's row. */
  readonly key: string;
}

type Wall = Pick<typeof communityPosts.$inferInsert, 'classId' | 'profileId'>;

/** Posts with their pictures, deleted when told. */
async function post(wall: Wall, many: number, deletedAt: (n: number) => Date | null): Promise<Posted[]> {
  const posts = Array.from({ length: many }, () => ({ postId: newId(), key: newId() }));
  const file = { kind: 'image', purpose: 'community', contentType: 'image/webp' } as const;
  const facts = { byteSize: 4, fileName: 'a.webp', sha256: '0'.repeat(64) };
  await db()
    .insert(media)
    .values(posts.map(({ key }) => ({ ...file, ...facts, id: key, storageKey: key })));
  const picture = { ...wall, kind: 'image' } as const;
  await db()
    .insert(communityPosts)
    .values(posts.map(({ postId, key }, n) => ({ ...picture, id: postId, mediaId: key, deletedAt: deletedAt(n) })));
  for (let from = 0; from < many; from += 20)
    await Promise.all(
      posts.slice(from, from + 20).map(({ key }) => world.services.storage.put(key, Readable.from(['file']))),
    );
  return posts;
}

/** `npm run nightly`, in a process of its own. */
async function nightly() {
  const { dataDir } = world.services.settings;
  const { file, execArgv } = await programOf('nightly');
  const child = spawn(process.execPath, [...execArgv, file], {
    env: {
      ...process.env,
      DATABASE_URL: world.databaseUrl,
      DATA_DIR: dataDir,
      LOG_LEVEL: 'silent',
      LINK_HEALTH: 'off',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return { child, exited: once(child, 'exit').then(() => child.exitCode) };
}

async function deletedPosts(): Promise<number> {
  const [found] = await db().select({ count: count() }).from(communityPosts).where(isNotNull(communityPosts.deletedAt));
  return found?.count ?? 0;
}

async function rowsOf(posts: readonly Posted[]): Promise<number[]> {
  const ids = posts.map(({ postId }) => postId);
  const keys = posts.map(({ key }) => key);
  return [
    await db().$count(communityPosts, inArray(communityPosts.id, ids)),
    await db().$count(media, inArray(media.id, keys)),
  ];
}

describe('the nightly clean-up', () => {
  test(
    'killed in the middle and run again, twice at once, removes what should go and nothing else',
    async () => {
      for (let round = 0; round < 2; round += 1) {
        const before = await deletedPosts();
        const { child, exited } = await nightly();
        const hasBegun = async () => expect(await deletedPosts()).toBeLessThan(before);
        await vi.waitFor(hasBegun, { timeout: PATIENCE, interval: 2 });
        child.kill('SIGKILL');
        await exited;
      }
      // It was the middle: something is left to do.
      expect(await deletedPosts()).toBeGreaterThan(KEPT / 2);

      expect(await Promise.all([nightly(), nightly()].map(async (one) => (await one).exited))).toEqual([0, 0]);
      expect(await rowsOf(gone)).toEqual([0, 0]);
      expect(await rowsOf(kept)).toEqual([KEPT, KEPT]);

      // Files whose rows went just before the kill are no one's, and swept an hour later.
      await sweepStore(world.services, { before: new Date(Date.now() + 1000), confirmed: true });
      const stored = new Set<string>();
      for await (const { key } of world.services.storage.list()) stored.add(key);
      expect(gone.filter(({ key }) => stored.has(key))).toEqual([]);
      expect(kept.filter(({ key }) => !stored.has(key))).toEqual([]);
    },
    PATIENCE * 4,
  );
});
