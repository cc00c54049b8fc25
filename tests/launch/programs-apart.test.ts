import { execFile } from 'node:child_process';
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RecastAnswer, RecastOrder } from '#api/ground/media/recast/answer.ts';
import type { TableAnswer, TableOrder } from '#api/ground/csv/apart/answer.ts';
import { areServersBuilt } from '#launch/build-steps.ts';
import { sound } from '#tests/support/media-samples.ts';

/*
 * The API starts these programs for each table and recording. Their bundles hold their packages, so each starts in half the
 * time, and without a folder of packages.
 */

let folder: string;
beforeAll(async () => {
  if (!(await areServersBuilt(process.cwd())))
    throw new Error('dist/ is older than its sources: run npm run build first.');
  // No folder above this one has packages.
  folder = await mkdtemp(join(tmpdir(), 'manabook-apart-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function answerOf<Answer>(name: string, order: unknown): Promise<Answer> {
  const program = join(folder, `${name}.mjs`);
  await copyFile(resolve(`dist/${name}.js`), program);
  return new Promise((answered, failed) => {
    execFile(process.execPath, [program, JSON.stringify(order)], { env: {} }, (error, stdout, stderr) => {
      if (error) failed(new Error(stderr));
      else answered(JSON.parse(stdout) as Answer);
    });
  });
}

test('the program that reads tables needs only its bundle', async () => {
  const [source, target] = [join(folder, 'names.csv'), join(folder, 'rows')];
  // Shift_JIS, which Node cannot read by itself: 名前.
  await writeFile(source, Buffer.from([0x96, 0xbc, 0x91, 0x4f, 0x0d, 0x0a, 0x83, 0x6e, 0x83, 0x69, 0x0d, 0x0a]));
  const tables: TableOrder['tables'] = [{ source, target, headings: [['名前', 'name']], required: ['name'] }];
  const order: TableOrder = { tables, rowLimit: 10 };
  expect(await answerOf<TableAnswer>('table', order)).toEqual({ state: 'read', encoding: 'Shift_JIS', delimiter: ',' });
  expect(await readFile(target, 'utf8')).toBe('{"row":2,"cells":{"name":"ハナ"}}\n');
});

test('the program that reads recordings needs only its bundle', async () => {
  const [source, target] = [join(folder, 'voice.mp3'), join(folder, 'recast')];
  await writeFile(source, await sound('mp3', 2));
  const order: RecastOrder = { source, target, format: 'mp3', kind: 'audio', before: 10, tooLong: 'messages.tooLong' };
  const answer = await answerOf<RecastAnswer>('recast', order);
  expect(answer).toMatchObject({ kind: 'audio', contentType: 'audio/mpeg', extension: 'mp3' });
  expect(await readFile(target)).not.toHaveLength(0);
});
