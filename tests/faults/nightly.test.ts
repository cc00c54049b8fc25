import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { inArray } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#api/ground/db/ids.ts';
import { communityPosts, media } from '#api/ground/db/schema.ts';
import { jobsOfNight } from '#api/app/jobs/schedule.ts';
import { sweepStore } from '#api/domains/media/sweep.ts';
import { daysAgo } from '#tests/api/nightly-past.ts';
import { aClass, aProfile, makePlace } from '#tests/api/samples/place.ts';
import { pauseAt, pauseFunction } from '#tests/support/pauses.ts';
import { programOf, runCommand } from '#tests/support/programs.ts';
import { ownWorld } from '#tests/support/world.ts';

const PATIENCE = 60_000;
/** Several batches, so that there is a middle. */
const GONE = 1600;
const KEPT = 100;

/** The keys of advisory locks that make a batch wait: before its rows are removed, and before that is committed. */
const pauses = { delete: 7_781, commit: 7_782 };

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
  await world.services.pool.query(`
    ${pauseFunction};
    create trigger pause before delete on community_posts
      for each statement execute function pause(${pauses.delete});
    create constraint trigger pause_commit after delete on community_posts deferrable initially deferred
      for each row execute function pause(${pauses.commit})`);
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

function environment(databaseUrl = world.databaseUrl): NodeJS.ProcessEnv {
  const { dataDir } = world.services.settings;
  return { ...process.env, DATABASE_URL: databaseUrl, DATA_DIR: dataDir, LOG_LEVEL: 'silent', LINK_HEALTH: 'off' };
}

/** `npm run nightly`, in a process of its own. */
async function nightly() {
  const database = new URL(world.databaseUrl);
  // It waits in a statement until the test, on a busy machine, lets it go on.
  database.searchParams.set('statement_timeout', '0');
  const { file, execArgv } = await programOf('nightly');
  const child = spawn(process.execPath, [...execArgv, file], {
    env: environment(database.href),
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return { child, exited: once(child, 'exit').then(() => child.exitCode) };
}

/** Kills a run in a batch: before it removes rows, or when that is committed and it has still to remove their files. */
async function killedAt(moment: keyof typeof pauses): Promise<void> {
  const pause = await pauseAt(world.databaseUrl, pauses[moment]);
  const { child, exited } = await nightly();
  await pause.reached(1, exited);
  expect(child.exitCode).toBeNull();
  const [before = 0] = await rowsOf(gone);
  // Stopped, it goes no further than the commit that it has asked for.
  child.kill(moment === 'commit' ? 'SIGSTOP' : 'SIGKILL');
  await pause.goOn();
  if (moment === 'commit') await expect.poll(async () => (await rowsOf(gone))[0]).toBeLessThan(before);
  child.kill('SIGKILL');
  await exited;
}

async function rowsOf(posts: readonly Posted[]): Promise<number[]> {
  const ids = posts.map(({ postId }) => postId);
  const keys = posts.map(({ key }) => key);
  return [
    await db().$count(communityPosts, inArray(communityPosts.id, ids)),
    await db().$count(media, inArray(media.id, keys)),
  ];
}

async function filesOf(posts: readonly Posted[]): Promise<string[]> {
  const stored = new Set<string>();
  for await (const { key } of world.services.storage.list()) stored.add(key);
  return posts.flatMap(({ key }) => (stored.has(key) ? [key] : []));
}

describe('the nightly clean-up', () => {
  test(
    'killed in the middle and run again, twice at once, removes what should go and nothing else',
    async () => {
      await killedAt('commit');
      const [left = 0] = await rowsOf(gone);
      // It was the middle: something is left to do.
      expect(left).toBeGreaterThan(0);
      await killedAt('delete');
      expect((await rowsOf(gone))[0]).toBe(left);

      expect(await Promise.all([nightly(), nightly()].map(async (one) => (await one).exited))).toEqual([0, 0]);
      expect(await rowsOf(gone)).toEqual([0, 0]);
      expect(await rowsOf(kept)).toEqual([KEPT, KEPT]);

      // Files whose rows went just before the kill are no one's, and swept an hour later.
      expect((await filesOf(gone)).length).toBeGreaterThan(0);
      await sweepStore(world.services, { before: new Date(Date.now() + 1000), confirmed: true });
      expect(await filesOf(gone)).toEqual([]);
      expect(await filesOf(kept)).toHaveLength(KEPT);
    },
    PATIENCE * 4,
  );

  test(
    'does all other jobs when one fails, reports each job, and ends with exit code 1',
    async () => {
      // The backup is refused inside the data folder.
      const BACKUP_TO = join(world.services.settings.dataDir, 'backups');
      const { code, text } = await runCommand('nightly', [], { ...environment(), BACKUP_TO });
      expect(text).toMatch(/^backUp: failed: .+$/m);
      const others = jobsOfNight.map(({ name }) => name).filter((name) => name !== 'backUp');
      for (const name of others) expect(text).toContain(`${name}: done\n`);
      expect(code).toBe(1);
    },
    PATIENCE * 2,
  );
});
