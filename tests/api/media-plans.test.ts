import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { mediaWithoutPost } from '#api/domains/media/sweep.ts';
import { bytesWhere, ofSchool } from '#api/domains/uploads/school-quota.ts';
import { newId } from '#api/ground/db/ids.ts';
import type { Queryable } from '#api/ground/db/client.ts';
import { keptApi } from '#tests/support/kept-world.ts';

const world = keptApi();

async function planOf(db: Queryable, statement: ReturnType<typeof sql>): Promise<string> {
  const { rows } = await db.execute<{ 'QUERY PLAN': string }>(sql`explain ${statement}`);
  return rows.map((row) => row['QUERY PLAN']).join('\n');
}

test('the sweep finds media without a post by joins, without a look-up for each file', async () => {
  const { db } = world.services;
  const plan = await planOf(db, mediaWithoutPost(db, new Date()).getSQL());
  expect(plan.match(/Anti Join/g)).toHaveLength(3);
  expect(plan).not.toContain('SubPlan');
});

test('the bytes of a school are added up without a look-up for each post', async () => {
  const plan = await world.services.db.transaction(async (tx) => {
    // The small tables of the tests would be joined by look-ups, since these cost little there.
    await tx.execute(sql`set local enable_nestloop = off`);
    return planOf(tx, sql`select ${bytesWhere(ofSchool(newId()))}`);
  });
  expect(plan).toMatch(/(Hash|Merge) .*Join/);
  expect(plan).not.toContain('Nested Loop');
});
