import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { nodeFlags } from '#launch/node-flags.ts';

// In compose.yaml the gateway is started by the image's own command.
test.each([
  { file: 'compose.yaml', part: 'api' },
  { file: 'docs/kubernetes.yaml', part: 'api' },
  { file: 'docs/kubernetes.yaml', part: 'gateway' },
  { file: 'Dockerfile', part: 'api' },
  { file: 'Dockerfile', part: 'gateway' },
] as const)('$file starts the $part as `npm start` does', async ({ file, part }) => {
  const lines = (await readFile(file, 'utf8')).split('\n');
  const starting = lines.filter((line) => line.includes(`dist/${part}.js`));
  expect(starting).not.toEqual([]);
  for (const line of starting) for (const flag of nodeFlags[part]) expect(line).toContain(flag);
});
