import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import supertest from 'supertest';
import { beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#api/ground/db/ids.ts';
import { reportExports, users } from '#api/ground/db/schema.ts';
import { sweepStore } from '#api/domains/media/sweep.ts';
import { exportReport } from '#api/domains/report-exports/jobs.ts';
import { forgetOldExports, writeExport } from '#api/domains/report-exports/run.ts';
import type { Services } from '#api/app/services.ts';
import { createDiskReserve } from '#api/ground/storage/disk-reserve.ts';
import { UserStatus } from '#schema/rest/enumerations.ts';
import { mostExports, reportExport, startReportExport } from '#schema/rest/report-exports.ts';
import { answerOf } from '#tests/support/answers.ts';
import { keepViews } from '#tests/support/kept-views.ts';
import { keptApi } from '#tests/support/kept-world.ts';
import { addStaff, type Member, problemOf, send, tokenOf } from './school.ts';

const world = keptApi();
let admin: Member;
let token: string;

const rows = 2100;
const { From, To } = { From: '2011-06-01', To: '2011-06-02' };
const asked = { From, To, SortCriteria: [], Language: 'en' as const };

const visits = (count: number) =>
  Array.from({ length: count }, () => ({ startedAt: new Date('2011-06-01T03:00:00Z'), sessionKey: randomUUID() }));

beforeAll(async () => {
  admin = await addStaff(world, { role: 'Administrator' });
  token = await tokenOf(world, admin);
  await keepViews(world.services, ...visits(rows));
});

/** An export whose job this test runs itself. */
async function waitingExport(createdById = admin.id): Promise<string> {
  const id = newId();
  const row = { id, createdById, report: 'visitors' as const, question: asked, storageKey: `report-${id}.csv` };
  await world.services.db.insert(reportExports).values(row);
  return id;
}

interface Run {
  readonly services?: Partial<Services>;
  readonly signal?: AbortSignal;
  readonly lastAttempt?: boolean;
}

const run = (exportId: string, { services, signal = new AbortController().signal, lastAttempt = false }: Run = {}) =>
  writeExport({ ...world.services, ...services }, { exportId }, { attempt: 1, lastAttempt, signal });

const progress = (id: string) => answerOf(reportExport, send(world, reportExport, { token, params: { id } }));
const stored = (id: string) => world.services.storage.size(`report-${id}.csv`);

async function fileOf(id: string): Promise<string[]> {
  const { file } = await progress(id);
  expect(file?.fileName).toBe('visitors_2011-06-01_2011-06-01.csv');
  const { text } = await supertest(world.apiUrl).get(`/api${file?.url}`).buffer(true).expect(200);
  return text.trimEnd().split('\r\n').slice(1);
}

describe('the job', () => {
  test('killed in the middle leaves no file, and begins anew', async () => {
    const id = await waitingExport();
    await expect(run(id, { signal: AbortSignal.abort(new Error('killed')) })).rejects.toThrow('killed');
    const half = await progress(id);
    expect(half).toMatchObject({ state: 'running', rowsTotal: rows, file: null, finishedAt: null });
    expect(half.rowsDone).toBeLessThan(rows);
    expect(await stored(id)).toBeUndefined();
    await run(id);
    expect(await progress(id)).toMatchObject({ state: 'done', rowsDone: rows, rowsTotal: rows });
    expect(await fileOf(id)).toHaveLength(rows);
  });

  test('leaves the reserve of the disk alone, and is made when there is room again', async () => {
    const id = await waitingExport();
    const disk = createDiskReserve({ ...world.services.settings, diskReserveBytes: Number.MAX_SAFE_INTEGER });
    await expect(run(id, { services: { disk } })).rejects.toThrow('no room');
    expect(await stored(id)).toBeUndefined();
    await run(id);
    expect(await progress(id)).toMatchObject({ state: 'done', rowsDone: rows });
  });

  test('run again after its end changes nothing', async () => {
    const id = await waitingExport();
    await run(id);
    const { finishedAt } = await progress(id);
    await run(id);
    expect(await progress(id)).toMatchObject({ state: 'done', finishedAt });
  });

  test('stays finished when the worker that was slower fails', async () => {
    const id = await waitingExport();
    const put = async () => {
      await run(id);
      throw new Error('the store is away');
    };
    const slow = { services: { storage: { ...world.services.storage, put } }, lastAttempt: true };
    await expect(run(id, slow)).rejects.toThrow('the store is away');
    expect(await progress(id)).toMatchObject({ state: 'done', rowsDone: rows });
  });

  test('says that it failed after its last try, and the same can be asked for again', async () => {
    const asking = await addStaff(world, { role: 'Administrator' });
    const own = await tokenOf(world, asking);
    const id = await waitingExport(asking.id);
    const full = { ...world.services.storage, put: () => Promise.reject(new Error('disk full')) };
    await expect(run(id, { services: { storage: full } })).rejects.toThrow('disk full');
    expect((await progress(id)).state).toBe('running');
    await expect(run(id, { services: { storage: full }, lastAttempt: true })).rejects.toThrow('disk full');
    expect(await progress(id)).toMatchObject({ state: 'failed', file: null });
    const body = { Report: 'visitors', ...asked };
    const again = await answerOf(startReportExport, send(world, startReportExport, { token: own, body }));
    expect(again.id).not.toBe(id);
    await expect.poll(async () => (await progress(again.id)).state, { timeout: 60_000 }).toBe('done');
  });

  test('writes the rows of one moment, whatever comes in meanwhile', async () => {
    const id = await waitingExport();
    const { storage } = world.services;
    const slow: typeof storage = {
      ...storage,
      async put(key, content) {
        await keepViews(world.services, ...visits(3));
        return storage.put(key, content);
      },
    };
    await run(id, { services: { storage: slow } });
    const { rowsTotal } = await progress(id);
    expect(await fileOf(id)).toHaveLength(Number(rowsTotal));
    const later = await waitingExport();
    await run(later);
    expect(await fileOf(later)).toHaveLength(Number(rowsTotal) + 3);
  });

  test('makes nothing for who has lost the right meanwhile', async () => {
    const { id: userId } = await addStaff(world, { role: 'Teacher' });
    const id = await waitingExport(userId);
    await run(id);
    expect(await progress(id)).toMatchObject({ state: 'failed', file: null });
    expect(await stored(id)).toBeUndefined();
  });
});

describe('exports of one person', () => {
  const body = { Report: 'visitors', ...asked };

  test('are the same while the same one is under way, and few at a time', async () => {
    const colleague = await addStaff(world, { role: 'Administrator' });
    const own = await tokenOf(world, colleague);
    const ids = [];
    for (let n = 0; n < mostExports; n += 1) ids.push(await waitingExport(colleague.id));
    const same = await answerOf(startReportExport, send(world, startReportExport, { token: own, body }));
    expect(ids).toContain(same.id);
    const other = { ...body, Report: 'usage' };
    const { messageKey } = await problemOf(send(world, startReportExport, { token: own, body: other }), 409);
    expect(messageKey).toBe('messages.tooManyExports');
    const third = await tokenOf(world, await addStaff(world, { role: 'Administrator' }));
    await send(world, startReportExport, { token: third, body: other }).expect(202);
  });
});

describe('the file', () => {
  test('opens while its reader may see reports', async () => {
    const reader = await addStaff(world, { role: 'Administrator' });
    const own = await tokenOf(world, reader);
    const id = await waitingExport();
    await run(id);
    const { file } = await answerOf(reportExport, send(world, reportExport, { token: own, params: { id } }));
    const open = () => supertest(world.apiUrl).get(`/api${file?.url}`);
    await open().expect(200);
    await world.services.db.update(users).set({ status: UserStatus.DEACTIVATED }).where(eq(users.id, reader.id));
    await problemOf(open(), 403);
  });

  test('is kept from the sweep and forgotten after a day', async () => {
    const [old, young] = [await waitingExport(), await waitingExport()];
    for (const id of [old, young]) await run(id);
    await sweepStore(world.services, { before: new Date(Date.now() + 60_000), confirmed: true });
    expect(await stored(old)).toBeGreaterThan(0);
    const yesterday = sql`now() - interval '25 hours'`;
    await world.services.db.update(reportExports).set({ createdAt: yesterday }).where(eq(reportExports.id, old));
    await forgetOldExports(world.services);
    expect([await stored(old), await stored(young)]).toEqual([undefined, expect.any(Number)]);
    await problemOf(send(world, reportExport, { token, params: { id: old } }), 404);
    await world.services.db.delete(reportExports).where(eq(reportExports.id, young));
    await sweepStore(world.services, { before: new Date(Date.now() + 60_000), confirmed: true });
    const aside: string[] = [];
    for await (const { key } of world.services.storage.listSetAside()) aside.push(key);
    expect(aside).toEqual([`report-${young}.csv`]);
  });
});

test('an export that cannot even begin fails at the last try, and no earlier', async () => {
  const id = await waitingExport();
  const services = { settings: Object.create(null) as Services['settings'] };
  await expect(run(id, { services })).rejects.toThrow();
  expect((await progress(id)).state).toBe('waiting');
  await expect(run(id, { services, lastAttempt: true })).rejects.toThrow();
  expect((await progress(id)).state).toBe('failed');
});

test('an export whose process died at the last try stands in nobody’s way an hour later, and one that waits goes on', async () => {
  const { db, jobs } = world.services;
  const another = await addStaff(world, { role: 'Administrator' });
  const lost = await Promise.all(Array.from({ length: mostExports }, async () => waitingExport(another.id)));
  const request = { token: await tokenOf(world, another), body: { Report: 'visitors', ...asked } };
  const answer = () => send(world, startReportExport, request).expect(202);
  expect(lost).toContain(startReportExport.response.parse((await answer()).body).id);
  await db
    .update(reportExports)
    .set({ createdAt: sql`now() - interval '61 minutes'` })
    .where(eq(reportExports.createdById, another.id));
  // The queue had no time for them until now.
  for (const exportId of lost) await jobs.add(db, exportReport, { exportId }, { runAt: new Date('2100-01-01') });
  expect(lost).toContain(startReportExport.response.parse((await answer()).body).id);
  await db.execute(sql`delete from graphile_worker._private_jobs where run_at > now() + interval '1 day'`);
  const { id } = startReportExport.response.parse((await answer()).body);
  expect(lost).not.toContain(id);
  await expect.poll(async () => (await progress(id)).state, { timeout: 60_000 }).toBe('done');
  expect(await Promise.all(lost.map(async (one) => (await progress(one)).state))).toEqual(lost.map(() => 'failed'));
});
