import { expect, test } from 'vitest';
import { checkLinkHealth } from '#api/app/system/checks/link-health.ts';
import { newId } from '#api/ground/db/ids.ts';
import { linkChecks } from '#api/ground/db/schema.ts';
import { keptApi } from '#tests/support/kept-world.ts';

const world = keptApi();

test('links that nobody has checked for days are told, and services that never answer', async () => {
    const { db } = world.services;
    const settings = (asks: boolean) => ({ linkHealth: { ...world.services.settings.linkHealth, asks } });
    await db.delete(linkChecks);
    const findingOf = async (asks = true) => (await checkLinkHealth(db, settings(asks))).finding;
    expect(await findingOf()).toBe('young');
    const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);
    const looked = (kind: 'video' | 'cover', hours: number, isAnswered: boolean) =>
      db.insert(linkChecks).values({
        ...{ id: newId(), kind, rowId: newId(), target: newId(), triedAt: hoursAgo(hours) },
        checkedAt: isAnswered ? hoursAgo(hours) : null,
      });
    await looked('cover', 100, true);
    expect(await checkLinkHealth(db, settings(true))).toMatchObject({ finding: 'late', state: 'warning' });
    await looked('cover', 5, true);
    expect(await findingOf()).toBe('ok');
    expect(await findingOf(false)).toBe('off');
    await looked('video', 5, false);
    expect(await checkLinkHealth(db, settings(true))).toMatchObject({ finding: 'silent', state: 'warning' });
    await looked('video', 29, true);
    expect(await checkLinkHealth(db, settings(true))).toMatchObject({
      finding: 'ok',
      values: [
        { name: 'hours', value: '5' },
        { name: 'broken', value: '0' },
      ],
    });
    await db.delete(linkChecks);
  });
});

describe('storage and mail', () => {
  test('a folder that cannot be written is a problem, and a good one is left as it was', async () => {
    const { settings, storage } = world.services;
    const before = await readdir(settings.dataDir, { recursive: true });
    expect((await checkStorage(storage, settings)).finding).toBe('ok');
    const files = (names: readonly string[]) => names.filter((name) => name.includes('probe-'));
    expect(files(await readdir(settings.dataDir, { recursive: true }))).toEqual(files(before));

    const folder = await mkdtemp(join(tmpdir(), 'manabook-doctor-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    await writeFile(join(folder, 'media'), '');
    const broken = createFolderStorage(join(folder, 'media'));
    expect(await checkStorage(broken, settings)).toMatchObject({ finding: 'failed', state: 'wrong' });
  });

  test('a bucket is written and read too, and one that does not answer is a problem', async () => {
    const server = await startS3Server();
    onTestFinished(() => server.close());
    const settings = { ...world.services.settings, s3: server.settings };
    const bucket = await openStorage(settings, newId());
    expect(await checkStorage(bucket, settings)).toMatchObject({ finding: 'ok' });
    expect(await readdir(join(settings.dataDir, 'media'))).not.toContainEqual(expect.stringContaining('probe-'));
    await server.stop();
    expect(await checkStorage(bucket, settings)).toMatchObject({ finding: 'failed', state: 'wrong' });
  });

  test('a mail server that does not answer is told without its password', async () => {
    const checks = await checkMail({ smtpUrl: `smtp://school:hush-hush@127.0.0.1:${await freePort()}` });
    expect(checks).toMatchObject([{ finding: 'failed', state: 'wrong' }]);
    expect(JSON.stringify(checks)).not.toContain('hush');
  });
