import { cp, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { chooseBackup } from '#api/app/backup/choose-backup.ts';
import { identityOf, takePlaceOver } from '#api/app/backup/claim-place.ts';
import { createFolderPlace } from '#api/app/backup/folder-place.ts';
import { makeBackup } from '#api/app/backup/make-backup.ts';
import { removeOldBackups } from '#api/app/backup/retention.ts';
import { runBackup } from '#api/app/backup/run-backup.ts';
import { createSeal } from '#api/app/backup/seal.ts';
import { lastMaintenanceRun } from '#api/ground/db/maintenance-runs.ts';
import { keptApi } from '#tests/support/kept-world.ts';

const world = keptApi();
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'manabook-places-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const backUp = (to: string, how?: { claim: boolean }) => runBackup(world.services.settings, to, how);

/** Makes a backup look as if it were of an earlier day; of each day only the last is kept. Resolves with its name. */
async function backUpBefore(to: string, days: number): Promise<string> {
  const { manifest } = await backUp(to);
  const name = instantName(days * 24);
  await rename(join(to, 'backups', manifest.name), join(to, 'backups', name));
  await writeFile(join(to, 'backups', name, 'manifest.json'), JSON.stringify({ ...manifest, name }));
  return name;
}

const instantName = (hoursAgo: number) =>
  new Date(Date.now() - hoursAgo * 3_600_000).toISOString().replace(/[:.]/g, '-');

const filesIn = async (to: string) => (await readdir(join(to, 'files'), { recursive: true })).sort();

describe('old backups', () => {
  test('that cannot be read stay with all files, are told, and make no new one fail or copy everything', async () => {
    const to = join(folder, 'damaged');
    await backUpBefore(to, 2);
    const name = await backUpBefore(to, 1);
    await writeFile(join(to, 'backups', name, 'files.jsonl.gz'), 'not what it was');
    await writeFile(join(to, 'files', 'of-no-other'), 'a file');
    const before = await filesIn(to);
    const made = await backUp(to);
    expect(made).toMatchObject({ copied: 0, cleanUp: { problems: [expect.stringContaining(`The backup ${name} `)] } });
    expect(await filesIn(to)).toEqual(before);
    const run = await lastMaintenanceRun(world.services.db, 'backup');
    expect(run).toMatchObject({ outcome: 'done', details: { problems: expect.stringContaining(name) as string } });

    await rm(join(to, 'backups', name), { recursive: true });
    expect((await backUp(to)).cleanUp.problems).toEqual([]);
    expect(await filesIn(to)).toEqual(before.filter((file) => file !== 'of-no-other'));
  });

  test('that cannot be removed hinder no other, and keep their files', async () => {
    const to = join(folder, 'stuck');
    const names = [];
    for (const days of [40, 20, 0]) names.push(await backUpBefore(to, days));
    const place = createFolderPlace(to);
    const stuck = `backups/${names[0]}/manifest.json`;
    await writeFile(join(to, 'files', 'of-no-other'), 'a file');
    const clean = (remove = (name: string) => place.remove(name)) =>
      removeOldBackups({ ...place, remove }, { daily: 1, weekly: 0, monthly: 0 }, 'UTC');
    const refusing = (name: string) =>
      name === stuck ? Promise.reject(new Error(`${name}: busy`)) : place.remove(name);
    expect(await clean(refusing)).toEqual({ removed: 1, problems: [`${stuck}: busy`] });
    expect(await readdir(join(to, 'backups', names[0] ?? ''))).toContain('tables');
    expect(await filesIn(to)).toContain('of-no-other');
    expect(await clean()).toEqual({ removed: 1, problems: [] });
    expect(await filesIn(to)).not.toContain('of-no-other');
  });

  test('without a manifest stay for a day, in which their backup may still be made', async () => {
    const to = join(folder, 'half');
    await backUp(to);
    const [going, broken] = [instantName(5), instantName(30)];
    const place = createFolderPlace(to);
    for (const name of [going, broken]) await place.put(`backups/${name}/part`, Readable.from(['x']));
    await removeOldBackups(place, { daily: 9, weekly: 9, monthly: 9 }, 'UTC');
    const left: string[] = [];
    for await (const part of place.list('backups')) if (part.endsWith('/part')) left.push(part);
    expect(left).toEqual([`backups/${going}/part`]);
  });
});

describe('a backup that a wrong clock has dated in the future', () => {
  test('is not the latest one, and takes no place of another', async () => {
    const to = join(folder, 'ahead');
    const latest = () => chooseBackup(world.services.settings, { from: to, name: undefined, keyFile: undefined });
    const ahead = await backUpBefore(to, -400);
    await expect(latest()).rejects.toThrow(/dated in the future. Is this machine's clock right/);
    const { manifest } = await backUp(to, { claim: true });
    expect(await latest()).toMatchObject({ manifest: { name: manifest.name }, ahead: [ahead] });
    const place = createFolderPlace(to);
    expect(await removeOldBackups(place, { daily: 1, weekly: 0, monthly: 0 }, 'UTC')).toMatchObject({ removed: 0 });
    const named = { from: to, name: ahead, keyFile: undefined };
    expect(await chooseBackup(world.services.settings, named)).toMatchObject({ manifest: { name: ahead }, ahead: [] });
  });
});

describe('a copy of the files, which has the same identity', () => {
  /** As the copy makes one in the same place: a backup that this database does not know. */
  async function backUpOfCopy(to: string): Promise<string> {
    const { manifest } = await backUp(to);
    const name = new Date().toISOString().replace(/[:.]/g, '-');
    await cp(join(to, 'backups', manifest.name), join(to, 'backups', name), { recursive: true });
    await writeFile(join(to, 'backups', name, 'manifest.json'), JSON.stringify({ ...manifest, name }));
    return name;
  }

  test('is told by its backups: the next one is refused and removes nothing, until it is told to go on', async () => {
    const to = join(folder, 'copied');
    const name = await backUpOfCopy(to);
    const before = await readdir(join(to, 'backups'));
    await expect(backUp(to)).rejects.toThrow(new RegExp(`not made \\(${name}\\).*npm run backup -- --claim`));
    expect(await readdir(join(to, 'backups'))).toEqual(before);
    await backUp(to, { claim: true });
    expect((await backUp(to)).cleanUp.problems).toEqual([]);
  });

  test('and makes its backup at the same minute loses none by this one', async () => {
    const to = join(folder, 'together');
    await backUp(to);
    const place = createFolderPlace(to);
    const name = new Date().toISOString().replace(/[:.]/g, '-');
    const put: typeof place.put = async (path, content) => {
      if (path.endsWith('files.jsonl.gz')) await place.put(`backups/${name}/manifest.json`, Readable.from(['{}']));
      return place.put(path, content);
    };
    const finish = vi.fn();
    const { databaseUrl, services } = world;
    const work = { databaseUrl, storage: services.storage, seal: createSeal(undefined), finish };
    const { cleanUp } = await makeBackup({ ...work, place: { ...place, put } });
    expect(cleanUp).toEqual({ removed: 0, problems: [expect.stringContaining(name)] });
    expect(finish).not.toHaveBeenCalled();
  });

  test('is not taken for one after a restore, nor where a process died when its backup was complete', async () => {
    const to = join(folder, 'restored');
    await backUpOfCopy(to);
    const { settings, storage } = world.services;
    const going = { ...settings, backup: { ...settings.backup, to } };
    // As a restore into the same database does.
    expect(await takePlaceOver(going, world.databaseUrl)).toBeUndefined();
    const place = createFolderPlace(to);
    const finish = () => Promise.reject(new Error('killed'));
    const work = { databaseUrl: world.databaseUrl, storage, place, seal: createSeal(undefined), finish };
    await expect(makeBackup(work)).rejects.toThrow('killed');
    expect((await backUp(to)).cleanUp.problems).toEqual([]);
  });
});

describe('the marker of a place', () => {
  /** Without the instant since when the place is the database's. */
  const markerOf = async (to: string): Promise<unknown> => {
    const marker = JSON.parse(await readFile(join(to, 'manabook.json'), 'utf8')) as Record<string, string>;
    expect(Date.parse(marker['since'] ?? '')).toBeLessThanOrEqual(Date.now());
    return { installationId: marker['installationId'], database: marker['database'] };
  };

  test('names the database, and completes one of an earlier release', async () => {
    const to = join(folder, 'marked');
    const { installationId } = (await backUp(to)).manifest;
    const own = { installationId, database: await identityOf(world.databaseUrl) };
    expect(own.database).toMatch(/^\d+\/\d+$/);
    expect(await markerOf(to)).toEqual(own);
    await writeFile(join(to, 'manabook.json'), JSON.stringify({ installationId }));
    await backUp(to);
    expect(await markerOf(to)).toEqual(own);
  });

  test('keeps a copy of the installation out, until it is told to replace the other database', async () => {
    const to = join(folder, 'shared');
    const { installationId } = (await backUp(to)).manifest;
    const own = await markerOf(to);
    const others = JSON.stringify({ installationId, database: '1/1' });
    await writeFile(join(to, 'manabook.json'), others);
    await expect(backUp(to)).rejects.toThrow(/another database of this installation.*npm run backup -- --claim/);
    await backUp(to, { claim: true });
    expect(await markerOf(to)).toEqual(own);

    // As a move does: only where the place was the former database's.
    await writeFile(join(to, 'manabook.json'), others);
    const { settings } = world.services;
    const going = { ...settings, backup: { ...settings.backup, to } };
    expect(await takePlaceOver(going, world.databaseUrl, '2/2')).toBeUndefined();
    expect(await takePlaceOver(going, world.databaseUrl, '1/1')).toBe(to);
    expect(await markerOf(to)).toEqual(own);
  });

  test('that cannot be read is none of a new place: the backup fails', async () => {
    const to = join(folder, 'unread');
    await backUp(to);
    const place = createFolderPlace(to);
    const open = (name: string) => (name === 'manabook.json' ? Promise.reject(new Error('EIO')) : place.open(name));
    const work = { databaseUrl: world.databaseUrl, storage: world.services.storage, seal: createSeal(undefined) };
    await expect(makeBackup({ ...work, place: { ...place, open } })).rejects.toThrow('EIO');
  });

  test('that is gone from a place with earlier backups makes the backup ask for the disk, and write nothing', async () => {
    const to = join(folder, 'disk');
    await backUp(to);
    await rm(to, { recursive: true });
    await expect(backUp(to)).rejects.toThrow(/Is the disk mounted\? .*npm run backup -- --claim/);
    expect(await readdir(to)).toEqual([]);
    await backUp(to, { claim: true });
    expect((await backUp(to)).copied).toBe(0);
  });
});
