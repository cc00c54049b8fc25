import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { SystemCheck } from '#schema/rest/system.ts';
import { demoPassword } from '#tests/support/people.ts';
import { freePort } from '#tests/support/ports.ts';
import { runCommand } from '#tests/support/programs.ts';
import { keptWorld } from '#tests/support/kept-world.ts';

const world = keptWorld();

const findings = (checks: readonly SystemCheck[]): Record<string, string> =>
  Object.fromEntries(checks.map(({ check, finding }) => [check, finding]));

describe('npm run doctor', () => {
  const doctor = async (env: Readonly<Record<string, string>>, ...flags: string[]) => {
    const { code, text } = await runCommand('doctor', flags, { PATH: process.env.PATH, ...env });
    return { code, output: text };
  };
  const environment = async () => ({
    DATABASE_URL: world.databaseUrl,
    DATA_DIR: world.services.settings.dataDir,
    PUBLIC_URL: world.url,
    PORT: new URL(world.url).port,
    API_PORT: new URL(world.apiUrl).port,
    WORKER_PORT: String(await freePort()),
  });

  test('says beside a running service what is right, in the language asked for, and ends with 1 for warnings', async () => {
    const { code, output } = await doctor(await environment(), '--lang', 'jp');
    expect(output).toContain('✓ データベース: PostgreSQL 18');
    expect(output).toContain('! メール: メールサーバーが未設定です');
    expect(output).toContain('→ SMTP_URL を設定してください。');
    expect(output).not.toMatch(/✗|\{\{/);
    expect(code).toBe(1);
  });

  test('gives JSON for scripts, ends with 2 for problems, and keeps secrets', async () => {
    const secrets = { SMTP_URL: `smtp://school:hush-hush@127.0.0.1:${await freePort()}` };
    const { code, output } = await doctor({ ...(await environment()), ...secrets }, '--json');
    const { checks } = JSON.parse(output) as { checks: SystemCheck[] };
    expect(findings(checks)).toMatchObject({ settings: 'ok', database: 'ok', ports: 'ok', mail: 'failed' });
    expect(output).not.toMatch(
      new RegExp(`hush|${demoPassword}|${new URL(world.databaseUrl).password || 'no password'}`),
    );
    expect(code).toBe(2);
  });

  test('names every bad setting at once, and a database that does not answer', async () => {
    const bad = await doctor({ PORT: 'many', SMTP_URL: 'hush-hush' });
    expect(bad.output).toMatch(/✗ Settings:.*PORT is "many".*SMTP_URL cannot be used/);
    expect(bad.output).not.toContain('hush');
    expect(bad.code).toBe(2);
    const away = {
      ...(await environment()),
      DATABASE_URL: `postgres://me:hush-hush@127.0.0.1:${await freePort()}/none`,
    };
    const gone = await doctor(away);
    expect(gone.output).toContain('✗ Database: The database doesn’t respond (ECONNREFUSED)');
    expect(gone.output).not.toContain('hush');
  });

  test('makes nothing where nothing is yet', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'manabook-doctor-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const { output } = await doctor({
      DATA_DIR: folder,
      PORT: String(await freePort()),
      API_PORT: String(await freePort()),
      WORKER_PORT: String(await freePort()),
    });
    expect(output).toContain(`! Database: There is no database in ${folder}/postgres yet.`);
    expect(await readdir(folder)).toEqual([]);
  });
});
