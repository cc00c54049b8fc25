import { expect, test } from 'vitest';
import { sourceFiles } from '#tests/support/source-files.ts';

test('a connection to PostgreSQL that is kept gives signs of life before a firewall forgets it', () => {
  const ownWay = sourceFiles('api').filter(({ text }) => text.includes('keepAlive: true'));
  expect(ownWay.map(({ path }) => path)).toEqual(['api/ground/db/kept-alive.ts']);
});
