import { beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#api/ground/db/ids.ts';
import { createDice } from '#api/app/demo/dice.ts';
import { wholeMonths } from '#api/domains/reports/usage.ts';
import { addDays } from '#api/ground/school-day.ts';
import { forgetBefore } from '#api/domains/usage/months.ts';
import { withRollupLock } from '#api/domains/usage/lock.ts';
import type { StoredView } from '#api/domains/usage/page-view.ts';
import { ContentType } from '#schema/rest/enumerations.ts';
import { usageReport } from '#schema/rest/reports.ts';
import { answerOf } from '#tests/support/answers.ts';
import { keepViews, wrongRollups } from '#tests/support/kept-views.ts';
import { keptApi } from '#tests/support/kept-world.ts';
import { addStaff, send, tokenOf } from './school.ts';

test.each([
  ['2026-01-01', '2026-02-01', '2026-01-01', '2026-02-01'],
  ['2026-01-02', '2026-03-01', '2026-02-01', '2026-03-01'],
  ['2026-01-31', '2026-04-30', '2026-02-01', '2026-04-01'],
  ['2025-11-24', '2026-11-24', '2025-12-01', '2026-11-01'],
  ['2024-02-29', '2025-02-28', '2024-03-01', '2025-02-01'],
])('the whole months from %s to %s begin on %s and end before %s', (From, To, first, end) => {
  expect(wholeMonths({ From, To })).toEqual({ From: first, To: end });
});

test.each([
  ['2026-01-01', '2026-01-31'],
  ['2026-01-02', '2026-02-28'],
  ['2026-01-31', '2026-02-28'],
  ['2026-02-01', '2026-02-02'],
  ['9999-12-15', '9999-12-31'],
])('there is no whole month from %s to %s', (From, To) => {
  expect(wholeMonths({ From, To })).toBeUndefined();
});

const firstDay = '2011-01-01';
const days = 500;
const dice = createDice(7);
const [book, other] = [newId(), newId()];
const someDay = (from = 0) => addDays(firstDay, from + dice.below(days - from));

// At any hour, so that the days of the school are not those of UTC.
const views = Array.from({ length: 600 }, (): Partial<StoredView> => ({
  startedAt: new Date(Date.parse(someDay()) + dice.below(86_400_000)),
  durationMs: dice.below(100_000),
  textbookId: dice.pick([book, book, other]),
  lessonId: dice.chance(0.5) ? newId() : null,
  contentType: dice.pick([ContentType.READ, ContentType.MUSIC, null]),
  pageUrl: dice.pick(['/student/units', '/student/content/:contentHashCode']),
}));

const dayOf = ({ startedAt }: Partial<StoredView>) =>
  new Date(Number(startedAt) + 9 * 3_600_000).toISOString().slice(0, 10);

describe('the pages of a book', () => {
  const world = keptApi();
  let token: string;
  beforeAll(async () => {
    token = await tokenOf(world, await addStaff(world, { role: 'Administrator' }));
    await keepViews(world.services, ...views);
  });

  async function expectReport(query: { From: string; To: string; ContentType?: ContentType }, since = firstDay) {
    const sent = send(world, usageReport, { token, query: { ...query, TextBookId: book } });
    const { items, totals } = await answerOf(usageReport, sent);
    const wanted = views.filter(
      (view) =>
        view.textbookId === book &&
        [query.From, since].every((day) => dayOf(view) >= day) &&
        dayOf(view) < query.To &&
        (query.ContentType === undefined || view.contentType === query.ContentType),
    );
    const pages = new Map<string, { views: number; duration: number }>();
    for (const { pageUrl, contentType, durationMs = 0 } of wanted) {
      const page = pages.get(`${pageUrl} ${contentType}`) ?? { views: 0, duration: 0 };
      pages.set(`${pageUrl} ${contentType}`, { views: page.views + 1, duration: page.duration + durationMs });
    }
    const found = items.map((row) => [
      `${row.pageUrl} ${row.contentType}`,
      { views: row.views, duration: row.duration },
    ]);
    expect(Object.fromEntries(found), JSON.stringify(query)).toEqual(Object.fromEntries(pages));
    expect(totals.totalTimeSpent).toBe(wanted.reduce((sum, { durationMs = 0 }) => sum + durationMs, 0));
    return wanted.length;
  }

  test('are what was opened, whatever days and months a report is of', async () => {
    let opened = 0;
    for (let round = 0; round < 60; round += 1) {
      const From = someDay();
      const To = dice.pick([1, 28, 31, 90, 365]);
      const type = dice.chance(0.4) ? { ContentType: ContentType.READ } : {};
      opened += await expectReport({ From, To: addDays(From, To), ...type });
    }
    expect(opened).toBeGreaterThan(1000);
  });

  test.each(['2011-03-17', '2011-05-01', '2011-06-30'])(
    'are those that are left when what is before %s is forgotten',
    async (day) => {
      await withRollupLock(world.services.db, (tx) => forgetBefore(tx, day, world.services.settings.timeZone));
      expect(await wrongRollups(world.services)).toEqual([]);
      expect(await expectReport({ From: firstDay, To: '2012-01-01' }, day)).toBeGreaterThan(50);
    },
  );
});
