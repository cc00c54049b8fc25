import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { readSettings as readApiSettings } from '#api/ground/settings/settings.ts';
import { readSettings as readGatewaySettings } from '#gateway/settings.ts';
import { readSettings as readLauncherSettings } from '#launch/settings.ts';
import { settingsTable, withSettingsTable } from '#launch/settings-table.ts';
import { readEnvironment, settingFaults, SettingsFault } from '#schema/settings/read.ts';
import { type Reader, readers, type Setting } from '#schema/settings/setting.ts';
import { settings } from '#schema/settings/table.ts';

const rows: readonly (readonly [string, Setting])[] = Object.entries(settings);
const database = { DATABASE_URL: 'postgresql://manabook@127.0.0.1/manabook' };
// What no setting takes: a control character, which is neither a name nor a number nor an address.
const nonsense = '\u0007';

describe('the table of settings', () => {
  it('can be read when nothing is set, by every process', () => {
    for (const who of readers) expect(settingFaults({}, [who])).toEqual([]);
    expect(() => readGatewaySettings({})).not.toThrow();
    expect(() => readLauncherSettings({})).not.toThrow();
    expect(() => readApiSettings(database)).not.toThrow();
  });

  it('takes every empty variable for one that is not set', () => {
    const empty = Object.fromEntries(rows.map(([name]) => [name, ' ']));
    for (const who of readers) expect(readEnvironment(empty, who)).toEqual(readEnvironment({}, who));
  });

  it('names all nonsense at once, with what would be right, and shows no secret', () => {
    const env = Object.fromEntries(rows.map(([name, { secret }]) => [name, secret ? 'se' : nonsense]));
    const faults = settingFaults(env, readers)
      .map(({ sentence }) => sentence)
      .join('\n');
    for (const name of [
      'PORT',
      'LOG_LEVEL',
      'SCHOOL_TIME_ZONE',
      'RETENTION_AUDIT_DAYS',
      'TRUST_PROXY',
      'SMTP_URL',
      'DEMO_DATA',
    ])
      expect(faults).toContain(`${name} `);
    expect(faults).toContain('PORT is "\u0007". It must be a whole number from 0 to 65535.');
    expect(faults).toContain('SMTP_URL cannot be used. It must be the address of a mail server');
    expect(faults).not.toContain('"se"');
  });

  it.each([
    ['HOST', '999.1.1.1', 'launcher'],
    ['DATABASE_URL', 'nonsense', 'api'],
    ['DATABASE_URL', 'http://127.0.0.1/manabook', 'api'],
    ['TRUST_PROXY', 'true', 'gateway'],
    ['SCHOOL_TIME_ZONE', 'IST', 'api'],
    ['PORT', '4000.5', 'launcher'],
    ['PORT', '-1', 'gateway'],
    ['PUBLIC_URL', 'school.example', 'gateway'],
    ['SECOND_STEP_ROLES', 'Administrator, Janitor', 'api'],
    ['SECOND_STEP_FROM', '2026-02-30', 'api'],
  ] as const)('refuses %s=%s', (name, value, who: Reader) => {
    expect(settingFaults({ [name]: value }, [who])).toMatchObject([{ name }]);
  });

  it.each([
    ['HOST', '0.0.0.0', 'launcher'],
    ['HOST', '::1', 'launcher'],
    ['HOST', 'localhost', 'launcher'],
    ['API_HOST', 'api.manabook.svc.cluster.local', 'gateway'],
    ['TRUST_PROXY', 'loopback, 10.0.0.0/8', 'gateway'],
    ['SCHOOL_TIME_ZONE', 'UTC', 'api'],
    ['SECOND_STEP_ROLES', 'SuperAdmin, Administrator', 'api'],
    ['SECOND_STEP_FROM', '2026-04-01', 'api'],
    ['OTEL_TRACES_SAMPLER_ARG', '0.25', 'gateway'],
  ] as const)('takes %s=%s', (name, value, who: Reader) => {
    expect(settingFaults({ [name]: value }, [who])).toEqual([]);
  });

  it('tells settings that belong together', () => {
    expect(() => readApiSettings({ ...database, S3_BUCKET: 'media', S3_ACCESS_KEY_ID: 'x' })).toThrow(SettingsFault);
    expect(() => readApiSettings({ ...database, S3_BUCKET: 'media' })).toThrow('S3_BUCKET needs S3_ACCESS_KEY_ID');
    expect(() => readLauncherSettings({ PORT: '4001' })).toThrow('PORT and API_PORT are both 4001.');
  });

  it('has every fault of every process told by the launcher, before it starts any', () => {
    expect(() => readLauncherSettings({ MAX_CONNECTIONS: 'many', RESET_LINK_HOURS: '0', PORT: 'x' })).toThrow(
      /PORT is "x"[^]*MAX_CONNECTIONS is "many"[^]*RESET_LINK_HOURS is "0"/,
    );
  });

  it('is the table of docs/settings.md (npm run docs:settings)', async () => {
    const plain = (text: string) => text.replaceAll(/[ -]+/g, ' ');
    const page = await readFile('docs/settings.md', 'utf8');
    expect(plain(withSettingsTable(page))).toBe(plain(page));
    for (const [name, { means }] of rows) expect(settingsTable().includes(`\`${name}\``)).toBe(means !== undefined);
  });
});
