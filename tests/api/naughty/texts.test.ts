import { afterEach, expect, test, vi } from 'vitest';
import { everything } from '#tests/support/naughty-seed.ts';
import { corpus, textsFor } from './texts.ts';

afterEach(() => vi.unstubAllEnvs());

const textsOf = (seed: string, place = 'createUser firstName') => {
  vi.stubEnv('NAUGHTY_SEED', seed);
  return textsFor(place, 'open');
};

test('a seed gives the same texts again, another one or another field gives others', () => {
  expect(textsOf('2026-11-23')).toEqual(textsOf('2026-11-23'));
  expect(textsOf('2026-11-24')).not.toEqual(textsOf('2026-11-23'));
  expect(textsOf('2026-11-23', 'createClass className')).not.toEqual(textsOf('2026-11-23'));
});

test('a field has a good part of them each day, and has had all of them before long', () => {
  const days = Array.from({ length: 600 }, (_, day) => textsOf(`day ${day}`));
  for (const texts of days) expect(texts.length).toBeGreaterThan(0);
  expect(days.flat().length / days.length).toBeGreaterThan(corpus.length / 50);
  expect(new Set(days.flat())).toEqual(new Set(corpus));
});

test('all of them when they are asked for', () => {
  expect(textsOf(everything)).toEqual(corpus);
});
