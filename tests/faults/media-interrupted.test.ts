import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { and, eq, inArray, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { communityPosts, mediaRequests } from '#api/ground/db/schema.ts';
import { cleanUp } from '#api/domains/retention/clean-up.ts';
import { endUploadsWithoutJob } from '#api/domains/uploads/clean-up.ts';
import { uploadCommunityVideo } from '#schema/rest/uploads.ts';
import { createWorks, type Works } from '#tests/api/child-works.ts';
import { startRestingWorld, type RestingWorld } from '#tests/api/resting-world.ts';
import { makePlace } from '#tests/api/samples/place.ts';
import { answerOf } from '#tests/support/answers.ts';
import { film } from '#tests/support/media-samples.ts';
import { freePort } from '#tests/support/ports.ts';
import { programOf } from '#tests/support/programs.ts';

const patience = 120_000;

let world: RestingWorld;
let works: Works;
let content: Buffer;
const groups: ChildProcess[] = [];

beforeAll(async () => {
  // Its own queue rests: the processes of the test do the work.
  world = await startRestingWorld();
  works = createWorks(world, await makePlace(world));
  content = await film({ seconds: 90, withSound: true });
}, patience);
afterAll(() => world.close());
afterEach(() => {
  for (const { pid, exitCode, signalCode } of groups.splice(0))
    if (pid !== undefined && exitCode === null && signalCode === null) process.kill(-pid, 'SIGKILL');
});

/** An API that leads a process group of its own, as a service manager starts it. */
async function startGroup(): Promise<ChildProcess> {
  const { databaseUrl, services } = world;
  const { file, execArgv } = await programOf('api');
  const child = fork(file, {
    execArgv,
    env: {
      ...process.env,
      DATABASE_URL: databaseUrl,
      DATA_DIR: services.settings.dataDir,
      API_PORT: String(await freePort()),
      API_JOBS: 'on',
      LOG_LEVEL: 'silent',
    },
    detached: true,
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  groups.push(child);
  await once(child, 'message');
  return child;
}

async function upload(count: number): Promise<string[]> {
  const child = await works.aChild();
  const ids: string[] = [];
  for (let sent = 0; sent < count; sent += 1)
    ids.push((await answerOf(uploadCommunityVideo, works.sendVideo(child, content))).requestId);
  return ids;
}

const statesOf = async (ids: readonly string[]) =>
  (
    await world.services.db
      .select({ state: mediaRequests.state, messageKey: mediaRequests.messageKey })
      .from(mediaRequests)
      .where(inArray(mediaRequests.id, [...ids]))
  ).map(({ state, messageKey }) => messageKey ?? state);

const allReady = (ids: readonly string[]) =>
  vi.waitFor(async () => expect(await statesOf(ids)).toEqual(ids.map(() => 'ready')), {
    timeout: patience,
    interval: 100,
  });

/** The processes of a group that read recordings now. */
function readersIn(group: number | undefined): number[] {
  const isReader = (pid: string) => {
    const line = readOf(pid, 'stat');
    const groupOf = Number(line.slice(line.lastIndexOf(')') + 2).split(' ')[2]);
    return groupOf === group && /recast(?:\/main\.ts|\.js)\0/.test(readOf(pid, 'cmdline'));
  };
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && isReader(name))
    .map(Number);
}

// Without a pause: on a busy machine a recording is read before a thousand awaited reads are through.
function readOf(pid: string, file: 'stat' | 'cmdline'): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'latin1');
  } catch {
    // The process has ended.
    return '';
  }
}

/** Waits for a process that reads a recording, and does something with it; with another one where it has just ended. */
const withReader = (group: number | undefined, act: (pid: number) => void) =>
  vi.waitFor(
    () => {
      const [pid] = readersIn(group);
      if (pid === undefined) throw new Error('No recording is being read');
      act(pid);
    },
    { timeout: patience, interval: 10 },
  );

test(
  'no film is refused because its process was killed, or its whole group was told to end',
  async () => {
    const ids = await upload(6);
    const first = await startGroup();
    // As the system does when its memory is short.
    await withReader(first.pid, (pid) => process.kill(pid, 'SIGKILL'));
    await withReader(first.pid, () => undefined);
    const ended = once(first, 'exit');
    process.kill(-(first.pid ?? 0), 'SIGTERM');
    await ended;
    for (const state of await statesOf(ids)) expect(['pending', 'processing', 'ready']).toContain(state);
    await startGroup();
    await allReady(ids);
  },
  patience * 2,
);

test(
  'an upload of last month is prepared when the server starts again; one that nobody will take up is answered for',
  async () => {
    const { services } = world;
    const { db } = services;
    const [waiting = '', used = '', lost = ''] = await upload(3);
    const longAgo = sql`now() - interval '40 days'`;
    await db.update(mediaRequests).set({ createdAt: longAgo, updatedAt: longAgo, state: 'processing' });
    await db.update(communityPosts).set({ createdAt: longAgo });
    const job = (id: string) => sql`payload ->> 'requestId' = ${id}`;
    // The worker that held it died with the machine.
    await db.execute(sql`update graphile_worker._private_jobs set attempts = 1, locked_at = now() - interval '40 days',
      locked_by = 'a worker of last month', run_at = now() - interval '40 days' where ${job(waiting)}`);
    await db.execute(sql`update graphile_worker._private_jobs set attempts = max_attempts where ${job(used)}`);
    await db.execute(sql`delete from graphile_worker._private_jobs where ${job(lost)}`);

    const signal = new AbortController().signal;
    await cleanUp({ services, signal });
    await endUploadsWithoutJob(services);
    expect(await statesOf([waiting])).toEqual(['processing']);
    expect(await statesOf([used, lost])).toEqual(['messages.uploadFailed', 'messages.uploadFailed']);

    await startGroup();
    await allReady([waiting]);
    const shown = and(eq(mediaRequests.id, waiting), sql`${communityPosts.mediaId} is not null`);
    const posts = await db
      .select({ id: communityPosts.id })
      .from(communityPosts)
      .innerJoin(mediaRequests, eq(mediaRequests.postId, communityPosts.id))
      .where(shown);
    expect(posts).toHaveLength(1);
  },
  patience * 2,
);
