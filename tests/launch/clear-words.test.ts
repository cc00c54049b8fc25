import { execFileSync } from 'node:child_process';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLauncherHome, type LauncherHome } from '#tests/support/launcher.ts';

let home: LauncherHome;
beforeAll(async () => {
  home = await createLauncherHome();
});
afterAll(() => home.close());

/** What `npm start` says before it gives up. */
async function refusal(over: NodeJS.ProcessEnv): Promise<string> {
  const started = home.launch(over);
  expect(await started.exited).toBe(1);
  return started.output;
}

const canMount = process.platform === 'linux' && process.getuid?.() === 0;

describe('npm start says what is wrong and what would be right', () => {
  it('of every setting at once, those of the settings file among them', async () => {
    const file = join(home.dataDir, 'settings.env');
    await writeFile(file, "SCHOOL_TIME_ZONE='IST'\nPORT=abc\n");
    const said = await refusal({ HOST: '999.1.1.1', DATABASE_URL: 'nonsense', TRUST_PROXY: 'true' });
    await rm(file);
    expect(said).toContain('HOST is "999.1.1.1". It must be a host name or an IP address');
    expect(said).toContain('DATABASE_URL cannot be used. It must be the address of a PostgreSQL');
    expect(said).toContain('TRUST_PROXY is "true". It must be "off", the number of proxies in front');
    expect(said).toContain('SCHOOL_TIME_ZONE is "IST". It must be a time zone such as Asia/Tokyo');
    // The environment wins over the file.
    expect(said).not.toContain('PORT is');
    expect(said).not.toContain('is taken');
  });

  it('of a host that this machine does not know', async () => {
    const said = await refusal({ HOST: 'manabook.invalid' });
    expect(said).toContain('This machine does not know the host "manabook.invalid"');
    expect(said).not.toContain('is taken');
  });

  it('of a database whose host does not exist, without waiting for it', async () => {
    const said = await refusal({ DATABASE_URL: 'postgresql://manabook@base.invalid/manabook' });
    expect(said).toContain('DATABASE_URL names the host "base.invalid", which this machine does not know.');
  });

  it.each([
    ['that is a file', join(process.cwd(), 'package.json'), 'package.json is a file, not a folder'],
    ['under /proc', '/proc/manabook', '/proc/manabook cannot be made'],
  ])('of a data folder %s', async (_name, DATA_DIR, words) => {
    const said = await refusal({ DATA_DIR });
    expect(said).toContain(`DATA_DIR cannot be used: `);
    expect(said).toContain(words);
  });

  it.skipIf(!canMount)('of a disk that is too small for a first start', async () => {
    const disk = await mkdtemp(join(tmpdir(), 'manabook-small-'));
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=48m', 'tmpfs', disk]);
    try {
      await chmod(disk, 0o755);
      const said = await refusal({ DATA_DIR: disk });
      expect(said).toMatch(/The disk that holds \S+ is too small to begin: \d+ MB are free/);
      expect(said).not.toContain('initdb');
    } finally {
      execFileSync('umount', [disk]);
      await rm(disk, { recursive: true });
    }
  });
});
