import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LIMIT, LogFile } from '#launch/log-file.ts';
import { createLineFilter } from '#launch/log-lines.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'manabook-logs-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe('a log file', () => {
  it('keeps the newest lines and no more than about twice its limit', async () => {
    const path = join(folder, 'api.log');
    const log = new LogFile(path, 1_000);
    for (let line = 1; line <= 500; line += 1) log.write(Buffer.from(`line ${line}\n`));
    expect(await readFile(path, 'utf8')).toContain('line 500');
    expect((await stat(path)).size + (await stat(`${path}.1`)).size).toBeLessThan(2_100);
  });

  it('is as long in containers as here, for every service', async () => {
    const compose = await readFile('compose.yaml', 'utf8');
    expect(compose).toContain(`max-size: ${LIMIT / 1_000_000}m\n    max-file: '2'`);
    const services = compose.split(/^services:$/m)[1]?.split(/^volumes:$/m)[0] ?? '';
    const blocks = services.split(/^ {2}(?=\w+:$)/m).slice(1);
    expect(blocks.length).toBeGreaterThan(2);
    for (const block of blocks) expect(block).toMatch(/<<: \*manabook|logging: \*logging/);
    expect(compose).toMatch(/x-manabook: &manabook\n(?: {2}.*\n)*? {2}logging: \*logging/);
  });

  it('outlives the removal of its folder', async () => {
    const log = new LogFile(join(folder, 'api.log'), 10);
    await rm(folder, { recursive: true });
    for (let line = 1; line <= 5; line += 1) expect(() => log.write(Buffer.from('a longer line\n'))).not.toThrow();
  });
});

describe('the terminal', () => {
  const seen = (...chunks: string[]) => {
    const lines: string[] = [];
    const filter = createLineFilter({ name: 'API', file: 'api.log', show: (line) => lines.push(line) });
    for (const chunk of chunks) filter(Buffer.from(chunk));
    return lines;
  };

  it('shows warnings, errors and what is no log entry, also when they arrive in pieces', () => {
    expect(seen('{"level":30,"msg":"calm"}\n{"level":40,"ms', 'g":"careful"}\n', 'Error: boom\n')).toEqual([
      'API: careful',
      'API: Error: boom',
    ]);
  });

  it('adds what an error says to what was being done', () => {
    expect(seen('{"level":50,"msg":"could not save","err":{"message":"disk full"}}\n')).toEqual([
      'API: could not save: disk full',
    ]);
  });

  it('cuts a flood short and says where the rest is', () => {
    const lines = seen('{"level":40,"msg":"again"}\n'.repeat(100));
    expect(lines).toHaveLength(9);
    expect(lines.at(-1)).toContain('more in api.log');
  });
});
