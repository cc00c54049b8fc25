import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { freePort } from '#tests/support/ports.ts';
import { patience } from '#tests/support/patience.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'manabook-terminal-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Runs setup in a terminal of its own (`script` of util-linux), as a person sees it. */
function atTerminal(env: NodeJS.ProcessEnv) {
  const child = spawn('script', ['-qec', `${process.execPath} --import tsx api/app/setup/main.ts`, '/dev/null'], {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, TERM: 'xterm', LOG_LEVEL: 'silent', ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  let screen = '';
  child.stdout.on('data', (chunk: Buffer) => (screen += chunk.toString()));
  const until = (text: string) => vi.waitFor(() => expect(screen).toContain(text), { timeout: patience });
  return {
    screen: () => screen,
    until,
    exited: once(child, 'exit'),
    press: (keys: string) => void child.stdin.write(keys),
    /** Answers a question, once it is on the screen. */
    answer: async (question: string, text: string) => {
      await until(question);
      child.stdin.write(`${text}\r`);
    },
  };
}

it('npm run setup at a terminal shows no secret while it is typed, nor to the key for the line before', async () => {
  const terminal = atTerminal({ DATA_DIR: join(folder, 'data') });
  const { screen, answer, press, exited } = terminal;
  await answer('School name', 'Sunflower School');
  await answer('Language of emails', '');
  await answer('Time zone', 'Europe/Paris');
  await answer('First name', 'Aya');
  await answer('Last name', 'Sato');
  await answer('Email', 'aya@sunflower.example.org');
  await answer('Public address', 'http://localhost:4000');
  await answer('PostgreSQL', 'postgresql://db:database-secret@127.0.0.1:1/none');
  await terminal.until('(48 characters)');
  // Nothing answers at that address, so the question is asked again.
  await vi.waitFor(() => expect(screen().split('PostgreSQL (empty').length).toBe(3), { timeout: patience });
  press('\r');
  await answer('Mail server', `smtp://post:mail-secret@127.0.0.1:${await freePort()}`);
  await terminal.until('Sender of emails');
  press('\u001B[A\r');
  await terminal.until('could not send an email');
  press('\r');
  await answer('S3 bucket', 'manabook');
  await answer("S3 endpoint (empty: Amazon's)", `http://127.0.0.1:${await freePort()}`);
  await answer('S3 region', '');
  await answer('Path-style addresses', 'on');
  await answer('S3 access key id', 'the-key-id');
  await answer('S3 secret access key', 'the-store-secret');
  await terminal.until('Storage: the bucket manabook cannot be used');
  press('\u0003');
  expect((await exited)[0]).toBe(130);
  for (const seen of ['Sunflower School', 'Europe/Paris', 'http://localhost:4000', '(16 characters)'])
    expect(screen()).toContain(seen);
  for (const secret of ['database-secret', 'mail-secret', 'the-key-id', 'the-store-secret'])
    expect(screen()).not.toContain(secret);
  expect(await readdir(join(folder, 'data')).catch(() => [])).not.toContain('settings.env');
});
