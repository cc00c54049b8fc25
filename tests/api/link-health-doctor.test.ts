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
