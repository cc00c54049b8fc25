import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { newId } from '#api/ground/db/ids.ts';
import { usageMonths } from '#api/ground/db/schema.ts';
import { keptApi } from '#tests/support/kept-world.ts';

const world = keptApi();
const contentId = newId();

/** What servers of the release before write of a page view: they know nothing of the months. */
const addedTo = (day: string, views: number, duration: number) =>
  world.services.pool.query(
    `insert into usage_book_days as kept (day, textbook_id, content_id, content_type, name, page_url, views, duration)
      values ($1, null, $2, 1, 'Content', '/student/content/:contentHashCode', $3, $4)
      on conflict (day, textbook_id, lesson_id, content_id, content_type, name, page_url)
        do update set views = kept.views + excluded.views, duration = kept.duration + excluded.duration`,
    [day, contentId, views, duration],
  );

async function months() {
  const rows = await world.services.db.select().from(usageMonths).where(eq(usageMonths.contentId, contentId));
  return rows.map(({ month, views, duration }) => [month, views, duration]).sort();
}

test('the months follow the days, whoever writes them', async () => {
  await addedTo('2010-02-01', 1, 10);
  await addedTo('2010-02-28', 2, 20);
  await addedTo('2010-03-01', 4, 40);
  expect(await months()).toEqual([
    ['2010-02-01', 3, 30],
    ['2010-03-01', 4, 40],
  ]);
  // A page that stays open grows without a new view.
  await addedTo('2010-02-28', 0, 5);
  expect(await months()).toEqual([
    ['2010-02-01', 3, 35],
    ['2010-03-01', 4, 40],
  ]);
  const forget = (day: string) =>
    world.services.pool.query('delete from usage_book_days where content_id = $1 and day < $2', [contentId, day]);
  await forget('2010-02-02');
  expect(await months()).toEqual([
    ['2010-02-01', 2, 25],
    ['2010-03-01', 4, 40],
  ]);
  await forget('2010-03-02');
  expect(await months()).toEqual([]);
});
