import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { apiFlags } from '#launch/api-flags.ts';

test.each(['compose.yaml', 'Dockerfile'])('%s starts the API as `npm start` does', async (file) => {
  const lines = (await readFile(file, 'utf8')).split('\n');
  const starting = lines.filter((line) => line.includes('dist/api.js'));
  expect(starting).not.toEqual([]);
  for (const line of starting) for (const flag of apiFlags) expect(line).toContain(flag);
});
