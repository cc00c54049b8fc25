import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { processesIn } from '#api/ground/db/embedded/processes.ts';
import { startEmbeddedPostgres } from '#api/ground/db/embedded/start.ts';
import { ask, lockAddress } from '#launch/lock.mjs';
import { createLauncherHome, untilReady, type Launcher, type LauncherHome } from '#tests/support/launcher.ts';
import { patience } from '#tests/support/patience.ts';
import { freePort } from '#tests/support/ports.ts';

let home: LauncherHome;
let launcher: Launcher;

beforeAll(async () => {
  home = await createLauncherHome();
});
afterAll(() => home.close());

const acknowledged = new Set<string>();

/** Kills a process while profiles are made one after the other, and keeps the ids whose making was acknowledged. */
async function killWhileWriting(victim: number): Promise<void> {
  const before = acknowledged.size;
  let going = true;
  const write = async () => {
    while (going) {
      await fetch(`${home.urls.api}/api/Student`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ name: 'Hana', animal: 'fox' }),
      })
        .then(async (answer) => answer.status === 201 && acknowledged.add(((await answer.json()) as { id: string }).id))
        // Refused while it is down: nobody was told that it is kept.
        .catch(() => delay(20));
    }
  };
  const writers = [write(), write(), write()];
  await vi.waitFor(() => expect(acknowledged.size).toBeGreaterThan(before + 10), { timeout: patience, interval: 5 });
  process.kill(victim, 'SIGKILL');
  going = false;
  await Promise.all(writers);
}

describe('the launcher', () => {
  it('runs once per data folder when two are started at the same moment', async () => {
    // As compose files leave what nobody has set.
    const empty = { SMTP_URL: '', RETENTION_PAGE_VIEWS_DAYS: '', RETENTION_AUDIT_DAYS: ' ' };
    const two = [home.launch(empty), home.launch(empty)];
    const second = await Promise.race(two.map(async (started) => started.exited.then(() => started)));
    expect(second.process.exitCode).toBe(1);
    expect(second.output.trim().split('\n')).toEqual([
      expect.stringContaining(`already being started on ${home.dataDir}`),
    ]);
    launcher = two[0] === second ? (two[1] ?? second) : (two[0] ?? second);
    await untilReady(launcher);
  });

  it('prints the one-time link that sets a school up which has nobody', async () => {
    const [, token = ''] = /\/first-run#token=([\w-]{43})\n/.exec(launcher.output) ?? [];
    const answer = await fetch(`${home.urls.api}/api/Setup/first-run?token=${token}`);
    expect(await answer.json()).toMatchObject({ sendsMail: false });
  });

  it('says in one line that it runs already, with the address, and leaves the first alone', async () => {
    const before = await home.processes();
    const second = home.launch();
    expect(await second.exited).toBe(1);
    expect(second.output.trim().split('\n')).toEqual([
      expect.stringMatching(/already running on .*http:\/\/localhost:/),
    ]);
    expect(await home.processes()).toEqual(before);
    expect(await home.answers()).toEqual([true, true, true]);
  });

  it.each(['api', 'worker', 'gateway', 'postgres'])('brings back the killed %s', async (name) => {
    const { [name]: victim = 0 } = await home.processes();
    await killWhileWriting(victim);
    const back = async () => {
      const { [name]: now = victim } = await home.processes();
      expect(now).not.toBe(victim);
      expect(await home.answers()).toEqual([true, true, true]);
    };
    await vi.waitFor(back, { timeout: patience, interval: 50 });
  });

  it('takes over the PostgreSQL that a killed launcher left', async () => {
    const { postgres } = await home.processes();
    await killWhileWriting(launcher.process.pid ?? 0);
    await launcher.exited;
    launcher = home.launch();
    await untilReady(launcher);
    expect(await home.processes()).toMatchObject({ postgres });
  });

  it('names the port and the setting when something else has the port', async () => {
    const other = await mkdtemp(join(tmpdir(), 'manabook-launcher-'));
    const refused = home.launch({ DATA_DIR: other, API_PORT: String(await freePort()) });
    expect(await refused.exited).toBe(1);
    expect(refused.output).toContain(`Port ${home.environment.PORT} is taken`);
    expect(refused.output).toContain('PORT=');
    await rm(other, { recursive: true, force: true });
  });

  it('leaves nothing running after Ctrl-C', async () => {
    const cluster = join(await realpath(join(home.dataDir, 'postgres')), 'cluster');
    expect(await processesIn(cluster)).not.toEqual([]);
    // npm passes on the signal that the terminal has sent to everybody.
    launcher.process.kill('SIGINT');
    launcher.process.kill('SIGINT');
    expect(await launcher.exited).toBe(0);
    expect(await processesIn(cluster)).toEqual([]);
    expect(await home.answers()).toEqual([false, false, false]);
    expect(await ask(lockAddress('data', home.dataDir))).toBe('nobody');
  });

  it('has lost nothing that was acknowledged, whichever process was killed in the middle of writing', async () => {
    const server = await startEmbeddedPostgres({ dataDir: home.dataDir });
    const client = new Client({ connectionString: server.url });
    await client.connect();
    const { rows } = await client.query<{ id: string }>('select id from profiles');
    await client.end();
    await server.stop();
    expect(acknowledged.size).toBeGreaterThan(50);
    expect([...acknowledged].filter((id) => !rows.some((row) => row.id === id))).toEqual([]);
  });
});
