import type { Browser, BrowserContext } from 'playwright-core';
import { demoSchoolOf } from '#api/app/demo/demo-school.ts';
import { ContentType } from '#schema/rest/enumerations.ts';
import type { World } from '#tests/support/world.ts';
import { newChild, remember } from './child.ts';
import { limits, visitSlowly } from './first-paint.ts';
import { lighthouseOf, tooLow } from './lighthouse.ts';

interface Screen {
  readonly path: string;
  readonly taps: readonly string[];
}

async function screensOf({ services: { pool } }: World, classHashCode: string): Promise<Record<string, Screen>> {
  const { rows } = await pool.query<{ page: string }>(
    `select contents.hash_code as page from contents join lessons on lessons.id = lesson_id
       join classes on classes.textbook_id = lessons.textbook_id
      where class_hash_code = $1 and type = $2 and contents.published_at is not null order by contents.id limit 1`,
    [classHashCode, ContentType.READ],
  );
  return {
    profiles: { path: '/student/profiles', taps: ['.profile-tile-add'] },
    class: { path: `/student/class/${classHashCode}`, taps: ['.next-unit'] },
    'Read content': {
      path: `/student/content/${rows[0]?.page}?class=${classHashCode}`,
      taps: ['.page-tools .button:not(:disabled)'],
    },
    community: { path: `/student/community/list?class=${classHashCode}`, taps: ['.post-count', '.post-count'] },
  };
}

/** The medians of three visits. The server makes a page's picture for phones when the first device asks for it. */
async function medianVisit(visit: () => ReturnType<typeof visitSlowly>): ReturnType<typeof visitSlowly> {
  const visits = [await visit(), await visit(), await visit()];
  const median = (key: keyof typeof limits) => visits.map((one) => one[key]).sort((a, b) => a - b)[1] ?? NaN;
  return { 'largest paint ms': median('largest paint ms'), 'tap ms': median('tap ms') };
}

/** What issue 6 wants of four of the children's screens: paint, tap and Lighthouse's scores. */
export async function measureStudents(world: World, browser: Browser): Promise<void> {
  const school = await demoSchoolOf(world.services);
  if (!school) throw new Error('the demo school is missing');
  const classHashCode = school.classUrl.split('/').at(-1) ?? '';
  const child = await newChild(world, classHashCode);
  const remembered = (context: BrowserContext) => remember(context, child);
  const screens = await screensOf(world, classHashCode);
  const slow: Record<string, Record<string, number>> = {};
  const over: string[] = [];
  for (const [name, { path, taps }] of Object.entries(screens)) {
    const found = await medianVisit(() => visitSlowly(browser, { url: world.url + path, taps, remembered }));
    slow[name] = found;
    if (found['largest paint ms'] > limits['largest paint ms'])
      over.push(`${name}: its largest paint is later than ${limits['largest paint ms']} ms`);
    if (found['tap ms'] > limits['tap ms']) over.push(`${name}: a tap takes more than ${limits['tap ms']} ms`);
  }
  console.table(slow);
  const urls = Object.fromEntries(Object.entries(screens).map(([name, { path }]) => [name, world.url + path]));
  const scores = await lighthouseOf({ urls, remembered, times: 3 });
  console.table(scores);
  for (const line of [...over, ...tooLow(scores)]) console.error(line);
  if (over.length > 0 || tooLow(scores).length > 0) process.exitCode = 1;
}
