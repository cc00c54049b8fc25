import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ScratchDatabases } from '#tests/api/scratch-database.ts';
import { freePort } from '#tests/support/ports.ts';

const databases = new ScratchDatabases();
const children: ChildProcess[] = [];
let image = '';
let url = '';

/** What the image's last stage takes out of the one that builds. */
async function copied(): Promise<string[]> {
  const stages = (await readFile('Dockerfile', 'utf8')).split(/^FROM /m);
  return [...(stages.at(-1) ?? '').matchAll(/^COPY --from=build \/manabook\/(\S+) /gm)].map(([, path = '']) => path);
}

async function run(script: string, env: Readonly<Record<string, string>>): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['--enable-source-maps', script], {
    cwd: image,
    env: { PATH: process.env.PATH, NODE_ENV: 'production', MANABOOK_ROOT: image, LOG_LEVEL: 'error', ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  children.push(child);
  await once(child, 'spawn');
  return child;
}

async function ready(): Promise<void> {
  const { ok } = await fetch(`${url}/readyz`);
  if (!ok) throw new Error('not ready');
}

beforeAll(async () => {
  image = await mkdtemp(join(tmpdir(), 'manabook-image-'));
  for (const path of await copied()) {
    if (path === 'node_modules') await symlink(resolve(path), join(image, path));
    else await cp(path, join(image, path), { recursive: true });
  }
  const [port, apiPort] = [await freePort(), await freePort()];
  url = `http://127.0.0.1:${port}`;
  const ports = { PORT: String(port), HOST: '127.0.0.1', API_PORT: String(apiPort), PUBLIC_URL: url };
  const database = { DATABASE_URL: await databases.create(), DATA_DIR: join(image, 'data') };
  await once(await run('dist/migrate.js', database), 'exit');
  await run('dist/api.js', { ...ports, ...database });
  await run('dist/gateway.js', { ...ports, API_URL: `http://127.0.0.1:${apiPort}` });
  await vi.waitFor(ready, { timeout: 60_000, interval: 100 });
});

afterAll(async () => {
  await Promise.all(
    children.map(async (child) => {
      child.kill('SIGTERM');
      if (child.exitCode === null) await once(child, 'exit');
    }),
  );
  await databases.drop();
  await rm(image, { recursive: true, force: true });
});

describe('what the image holds', () => {
  it.each([
    ['the students’ page', '/student/profiles', 'text/html'],
    ['the words', '/locales/jp/messages.json', 'application/json'],
    ['the integrators’ examples', '/graphql/examples', 'text/html'],
  ])('serves %s', async (_, path, type) => {
    const answer = await fetch(`${url}${path}`, { headers: { accept: 'text/html,*/*' } });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toContain(type);
  });

  it('answers an operation from its own, migrated database', async () => {
    const query = 'mutation { login(input: { email: "nobody@school.test", password: "not-a-password" }) { role } }';
    const answer = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query }),
    });
    expect(await answer.json()).toMatchObject({ errors: [{ message: 'Please check Email and Password' }] });
  });
});
