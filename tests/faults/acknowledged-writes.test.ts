import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startEmbeddedPostgres } from '#api/db/embedded/start.ts';
import { createLauncherHome, untilReady, type Launcher, type LauncherHome } from '#tests/support/launcher.ts';

const ROUNDS = 3;

let home: LauncherHome;
let launcher: Launcher;
let backMs: number;

beforeAll(async () => {
  home = await createLauncherHome();
  launcher = home.launch();
  backMs = await untilReady(launcher);
});
afterAll(() => home.close());

/** Makes profiles one after the other until told to stop; the ids whose making was acknowledged. */
function startWriting(acknowledged: Set<string>) {
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
        .catch(() => new Promise((resolve) => setTimeout(resolve, 20)));
    }
  };
  const writers = [write(), write(), write()];
  return async () => {
    going = false;
    await Promise.all(writers);
  };
}

describe('what was acknowledged', () => {
  it('is there after each of the processes was killed in the middle of writing', async () => {
    const acknowledged = new Set<string>();
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const victim of ['api', 'postgres', 'launcher', 'gateway']) {
        const before = acknowledged.size;
        const stop = startWriting(acknowledged);
        await vi.waitFor(() => expect(acknowledged.size).toBeGreaterThan(before + 10), {
          timeout: backMs,
          interval: 5,
        });
        process.kill((await home.processes())[victim] ?? 0, 'SIGKILL');
        await stop();
        if (victim === 'launcher') {
          await launcher.exited;
          launcher = home.launch();
        }
        await vi.waitFor(async () => expect(await home.answers()).toEqual([true, true, true]), {
          timeout: backMs,
          interval: 50,
        });
      }
    }
    await untilReady(launcher);
    launcher.process.kill('SIGINT');
    await launcher.exited;
    expect(await missing(acknowledged)).toEqual([]);
  });
});

async function missing(ids: ReadonlySet<string>): Promise<string[]> {
  const server = await startEmbeddedPostgres({ dataDir: home.dataDir });
  const client = new Client({ connectionString: server.url });
  await client.connect();
  const { rows } = await client.query<{ id: string }>('select id from profiles');
  await client.end();
  await server.stop();
  const kept = new Set(rows.map((row) => row.id));
  return [...ids].filter((id) => !kept.has(id));
}
