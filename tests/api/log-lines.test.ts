import { mkdtemp, open, readFile, rm, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { logLines as apiLines } from '#api/ground/log-lines.ts';
import { logLines as gatewayLines } from '#gateway/log-lines.ts';

let folder = '';
let file: FileHandle;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'manabook-log-'));
  file = await open(join(folder, 'log'), 'w');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
});
afterEach(async () => {
  vi.useRealTimers();
  await file.close();
  await rm(folder, { recursive: true });
});

describe.each([
  ['the API', apiLines],
  ['the gateway', gatewayLines],
])('the lines of the log of %s', (_server, logLines) => {
  const written = () => expect.poll(() => readFile(join(folder, 'log'), 'utf8'));
  /** Lets the time pass until no timer is left, while what is asked of the disk is waited for. */
  const atRest = () =>
    expect
      .poll(() => {
        vi.runOnlyPendingTimers();
        return vi.getTimerCount();
      })
      .toBe(0);

  test('are written together a moment later', async () => {
    const lines = logLines(file.fd);
    lines.write('one\n');
    lines.write('two\n');
    await written().toBe('');
    vi.advanceTimersByTime(100);
    await written().toBe('one\ntwo\n');
  });

  test('take no time while there are none', async () => {
    const lines = logLines(file.fd);
    expect(vi.getTimerCount()).toBe(0);
    lines.write('one\n');
    await atRest();
    await written().toBe('one\n');
    lines.write('two\n');
    await atRest();
    await written().toBe('one\ntwo\n');
  });

  test('that come while others are written are written too', async () => {
    const lines = logLines(file.fd);
    lines.write(`${'long'.repeat(4_000)}\n`);
    lines.write('short\n');
    vi.advanceTimersByTime(100);
    await atRest();
    await written().toMatch(/long\nshort\n$/);
  });

  test('are written at once where the process is about to end', async () => {
    const lines = logLines(file.fd);
    lines.write('last\n');
    lines.flushSync();
    await written().toBe('last\n');
  });
});
