import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { readSettings } from '#launch/settings.ts';
import { terminalQr } from '#launch/terminal-qr.ts';
import { nothingFound, welcome } from '#launch/welcome.ts';
import { readQrCode } from '#tests/support/qr-reader.ts';

const classUrl = 'http://localhost:4000/student/class/Iqkr96nAm2azBzhHWrBV7Q';
const demo = {
  accounts: [{ email: 'teacher@demo.test', role: 'Teacher' }],
  password: 'learn-together',
  classUrl,
  className: 'Sunflowers',
};

/** What a camera would see: every character is two pixels above each other. */
async function picture(blocks: string): Promise<Buffer> {
  const rows = blocks
    .split('\n')
    .flatMap((line) => [
      [...line].map((character) => ('█▀'.includes(character) ? 0 : 255)),
      [...line].map((character) => ('█▄'.includes(character) ? 0 : 255)),
    ]);
  const raw = { width: rows[0]?.length ?? 0, height: rows.length, channels: 1 } as const;
  const enlarged = sharp(Buffer.from(rows.flat()), { raw }).resize({ width: raw.width * 6, kernel: 'nearest' });
  return enlarged.png().toBuffer();
}

describe('the words after a start', () => {
  it('give the address, the accounts with their password, and the class', async () => {
    const text = await welcome({
      settings: readSettings({}),
      found: { ...nothingFound, demo, demoSignIn: true },
      dev: false,
    });
    for (const part of ['http://localhost:4000', 'teacher@demo.test', 'learn-together', 'Sunflowers', classUrl]) {
      expect(text).toContain(part);
    }
  });

  it('say nothing of accounts without the demo school', async () => {
    const text = await welcome({ settings: readSettings({ DEMO_DATA: 'off' }), found: nothingFound, dev: false });
    expect(text).toContain('http://localhost:4000');
    expect(text).not.toContain('sign in');
  });

  it('say how a school begins that has nobody, and that a demo is ended or closed to its accounts', async () => {
    const said = (found: Partial<typeof nothingFound>) =>
      welcome({ settings: readSettings({}), found: { ...nothingFound, ...found }, dev: false });
    expect(await said({ firstRun: 'http://localhost:4000/first-run#token=abc' })).toContain('/first-run#token=abc');
    expect(await said({ demoEnded: true })).toContain('npm run setup');
    const closed = await said({ demo });
    expect(closed).toContain('DEMO_SIGN_IN=on');
    expect(closed).not.toContain('learn-together');
  });

  it('name no other address when the public one is set', async () => {
    const settings = readSettings({ PUBLIC_URL: 'https://school.example/' });
    expect(await welcome({ settings, found: nothingFound, dev: false })).not.toContain('PUBLIC_URL=');
    expect(settings.publicUrl).toBe('https://school.example');
  });

  it('show a code that a reader reads', async () => {
    expect(await readQrCode(await picture(await terminalQr(classUrl, { colours: false })))).toBe(classUrl);
    expect(await terminalQr(classUrl, { colours: true })).toContain('\u001B[30;107m');
  });
});

describe('the launcher’s settings', () => {
  it('open the demo school to this machine alone until HOST opens it to others', async () => {
    expect(readSettings({}).host).toBe('127.0.0.1');
    expect(readSettings({ HOST: '0.0.0.0' }).host).toBe('0.0.0.0');
    expect(readSettings({ DEMO_DATA: 'off' }).host).toBeUndefined();
    const text = await welcome({
      settings: readSettings({}),
      found: { ...nothingFound, demo, demoSignIn: true },
      dev: false,
    });
    expect(text).toContain('Only this machine can open it');
    expect(text).toMatch(/HOST=0\.0\.0\.0 PUBLIC_URL=http:\/\/[\d.]+:4000 npm start/);
  });

  it('keep the demo school out of somebody’s own database unless it is asked for', () => {
    expect(readSettings({}).demoData).toBe('on');
    expect(readSettings({ DATABASE_URL: 'postgres://db/x' }).demoData).toBe('off');
    expect(readSettings({ DATABASE_URL: 'postgres://db/x', DEMO_DATA: 'on' }).demoData).toBe('on');
  });

  it.each([
    [{ PORT: 'abc' }, /PORT is "abc"/],
    [{ API_PORT: '70000' }, /API_PORT is "70000"/],
    [{ PORT: '4001' }, /both 4001/],
    [{ WORKER_PORT: '4001' }, /API_PORT and WORKER_PORT are both 4001/],
    [{ DEMO_DATA: 'yes' }, /DEMO_DATA/],
  ])('refuse %o by name', (environment, message) => {
    expect(() => readSettings(environment)).toThrow(message);
  });
});
