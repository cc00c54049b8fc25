import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { routesWithoutShot, shots } from '#tests/shots/screens.ts';

it('every route has its picture in tests/shots/screens.ts', () => {
  for (const room of ['staff', 'student'])
    expect(routesWithoutShot(readFileSync(`web/${room}/routes.tsx`, 'utf8'))).toEqual([]);
});

it('every picture has a name of its own', () => {
  const names = shots.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
});
