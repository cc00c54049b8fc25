import { beforeAll, describe, expect, test } from 'vitest';
import { rollupTables } from '#api/domains/usage/rollups.ts';
import { keptApi } from '#tests/support/kept-world.ts';
import { makePlace, type Place } from '../samples/place.ts';
import { callsOf } from './calls.ts';
import { type TextFields, textsFor } from './texts.ts';

// Each call has its own rows, so calls can run in parallel.
const atOnce = 5;
// Counters, paged searches and background jobs, which would affect the next texts.
const forgotten = [
  'rate_limits',
  'api_keys',
  'page_views',
  ...rollupTables,
  'community_post_reports',
  'graphile_worker._private_jobs where locked_at is null',
];
const forget = forgotten.map((table) => `delete from ${table}`).join(';');

/** Declares a test for each of these: the run's texts, in every field. */
export function tryTexts(cases: readonly TextFields[]): void {
  const world = keptApi();
  let place: Place;
  beforeAll(async () => {
    place = await makePlace(world);
  });

  const named = cases.map((each) => [`${each.operation.name} ${each.fields.join(', ')}`, each] as const);
  describe.each(named)('%s', (name, textFields) => {
    test('takes a text or refuses it, and gives back what it took', async () => {
      const { wrongs, grouped } = await callsOf(place, textFields);
      const { open, closed } = await grouped();
      const tryAll = async (texts: readonly string[], fields: readonly string[]) => {
        const wrong: string[] = [];
        for (let at = 0; at < texts.length; at += atOnce) {
          await world.services.pool.query(forget);
          const some = texts.slice(at, at + atOnce).map((text) => wrongs(text, fields));
          wrong.push(...(await Promise.all(some)).flat());
        }
        expect(wrong).toEqual([]);
      };
      for (const fields of open) await tryAll(textsFor(`${name} ${fields.join()}`, 'open'), fields);
      if (closed.length > 0) await tryAll(textsFor(name, 'closed'), closed);
    });
  });
}
