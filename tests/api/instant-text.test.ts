import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { isoOf } from '#api/ground/db/instant-text.ts';
import { keptApi } from '#tests/support/kept-world.ts';

const world = keptApi();

test('an instant of PostgreSQL, of any fraction and zone is the instant that a Date writes', async () => {
  const instants = [
    '2026-04-01 09:30:00.123+00',
    '2026-04-01 09:30:00.120+00',
    '2026-04-01 09:30:00+00',
    '1999-12-31 23:59:59.999+00',
  ];
  for (const zone of ['UTC', 'Asia/Tokyo', 'America/St_Johns'])
    for (const instant of instants) {
      const row = await world.services.db.transaction(async (tx) => {
        await tx.execute(sql`select set_config('timezone', ${zone}, true)`);
        const found = await tx.execute<{ text: string; seconds: string }>(
          sql`select ${instant}::timestamptz(3)::text as text,
            extract(epoch from ${instant}::timestamptz(3))::text as seconds`,
        );
        return found.rows[0];
      });
      expect(isoOf(row?.text ?? '')).toBe(new Date(Math.round(Number(row?.seconds) * 1_000)).toISOString());
    }
});
