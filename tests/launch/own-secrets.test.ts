import { expect, test } from 'vitest';
import { withOwnSecrets } from '../../.launch/own-secrets.ts';
import { settings } from '#schema/settings/table.ts';
import type { Setting } from '#schema/settings/setting.ts';

const rows = Object.entries<Setting>(settings);
const everything = Object.fromEntries([...rows.map(([name]) => [name, 'x'] as const), ['PATH', '/bin']]);

test.each(['gateway', 'api', 'worker'] as const)(
  '%s gets its own secrets, no others, and whatever is none',
  (reader) => {
    const given = Object.keys(withOwnSecrets(everything, reader));
    const wanted = rows.filter(([, { secret, readBy }]) => !secret || readBy.includes(reader)).map(([name]) => name);
    expect(given).toEqual([...wanted, 'PATH']);
  },
);

test('the gateway gets no way to the database, the mail server or the store', () => {
  const given = withOwnSecrets(everything, 'gateway');
  const kept = ['DATABASE_URL', 'SMTP_URL', 'S3_SECRET_ACCESS_KEY', 'BACKUP_KEY'].filter((name) => name in given);
  expect(kept).toEqual([]);
});
