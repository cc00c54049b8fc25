import type { Page } from 'playwright-core';
import { ContentType } from '#schema/rest/enumerations.ts';
import { hold, type Child } from '#tests/support/child-device.ts';
import type { Device } from '#tests/support/browser.ts';
import type { Product } from '#tests/support/product.ts';
import { keepWaiting } from '#tests/support/waiting-work.ts';

/** A student's screen and how to get it into the state that is looked at. */
export interface StudentScreen {
  readonly name: string;
  readonly path: string;
  /** What is there when the screen is. */
  readonly shows: string;
  readonly then?: (page: Page) => Promise<unknown>;
}

interface Codes {
  readonly unit: string;
  readonly book: string;
  readonly contents: Readonly<Partial<Record<number, string>>>;
}

const opened =
  (button: string, shows = 'dialog[open] .over-title') =>
  async (page: Page) => {
    await page.locator(button).first().click();
    await page.locator(shows).first().waitFor();
  };

/** What the child's class has to show. */
async function codesOf({ world }: Product, { classId }: Child): Promise<Codes> {
  const { rows } = await world.services.pool.query<{ type: number; code: string; unit: string; book: string }>(
    `select type, contents.hash_code as code, lessons.hash_code as unit, textbooks.hash_code as book
       from classes join textbooks on textbooks.id = textbook_id
       join lessons on lessons.textbook_id = textbooks.id join contents on lesson_id = lessons.id
      where classes.id = $1 and contents.published_at is not null and contents.deleted_at is null
      order by audio_media_id is null desc, contents.id`,
    [classId],
  );
  const [first] = rows;
  if (!first) throw new Error('the class has nothing to show');
  return { ...first, contents: Object.fromEntries(rows.map(({ type, code }) => [type, code])) };
}

/** The device of a family: three children have a profile on it, and one of them is at it. */
export async function familyHolds(product: Product, device: Pick<Device, 'context'>, child: Child): Promise<void> {
  await hold(product, device, child);
  await device.context.addInitScript(() => {
    // A film's or a game's frame has no store.
    if (window !== window.top) return;
    const profiles = JSON.parse(localStorage.getItem('profiles') ?? '[]') as object[];
    const others = [
      { id: 'ken', name: 'けんたろう', animal: 'dog' },
      { id: 'lin', name: 'Maximiliana Rose', animal: 'panda' },
    ].map((one) => ({ ...profiles[0], ...one }));
    if (profiles.length === 1) localStorage.setItem('profiles', JSON.stringify([...profiles, ...others]));
  });
}

/** Every screen of the students' and its main states. */
export async function studentScreens(product: Product, child: Child): Promise<readonly StudentScreen[]> {
  const { unit, book, contents } = await codesOf(product, child);
  const inClass = `class=${child.classCode}`;
  const content = (type: number) => `/student/content/${contents[type] ?? ''}?${inClass}`;
  const message = '.message-card';
  return [
    { name: 'the profiles', path: '/student/profiles', shows: '.profile-tile' },
    { name: 'a new profile', path: '/student/profiles', shows: '.profile-tile', then: opened('.profile-tile-add') },
    {
      name: 'removing a profile',
      path: '/student/profiles',
      shows: '.profile-tile',
      then: async (page) => {
        await page.locator('.profiles-ends button').click();
        await page.locator('.profile-tile').first().click();
        await page.locator('.grown-up-pad').waitFor();
      },
    },
    {
      name: 'a code that nobody knows',
      path: '/student/profiles',
      shows: '.profile-tile',
      then: async (page) => {
        await page.locator('.book-code input').fill('nobody knows');
        await page.locator('.book-code [type=submit]').click();
        await page.locator('.book-code-hint').waitFor();
      },
    },
    {
      name: 'the languages and sounds',
      path: '/student/profiles',
      shows: '.profile-tile',
      then: opened('.page-header button[aria-haspopup=dialog]'),
    },
    { name: 'a class', path: `/student/class/${child.classCode}`, shows: '.class-links a' },
    { name: 'a class’s units', path: `/student/unit-list?${inClass}`, shows: 'main h1' },
    { name: 'a book’s units', path: `/student/unit-list?book=${book}`, shows: 'main h1' },
    { name: 'a unit', path: `/student/unit-detail?unit=${unit}&${inClass}`, shows: '.content-card' },
    { name: 'the games', path: `/student/game-list?${inClass}`, shows: '.invitation-code svg' },
    { name: 'class completed', path: '/student/class-completed', shows: 'main h1' },
    { name: 'reading', path: content(ContentType.READ), shows: '.turner, .page-view' },
    {
      name: 'a song',
      path: content(ContentType.MUSIC),
      shows: '.player',
      then: opened('.stage-cover button', '.player-tools button'),
    },
    { name: 'a film', path: content(ContentType.VIDEO), shows: '.player' },
    { name: 'a game', path: content(ContentType.GAME), shows: '.player' },
    { name: 'push and listen', path: content(ContentType.PUSH_AND_LISTEN), shows: '.listen-side button' },
    { name: 'speaking', path: content(ContentType.RECORD), shows: '.record-button' },
    { name: 'a content that is not linked', path: `/student/content/${'x'.repeat(22)}`, shows: message },
    { name: 'a class that nobody knows', path: '/student/class/nobody-knows', shows: message },
    { name: 'a unit that nobody knows', path: `/student/unit-detail?unit=${'x'.repeat(22)}`, shows: message },
    { name: 'the wall', path: `/student/community/list?${inClass}`, shows: '.post img' },
    {
      name: 'telling the teacher',
      path: `/student/community/list?${inClass}`,
      shows: '.post',
      then: opened('.post:not([data-mine]) .button[aria-haspopup=dialog]'),
    },
    {
      name: 'taking one’s work off',
      path: `/student/community/list?${inClass}`,
      shows: '.post',
      then: opened('.post[data-mine] .button[aria-haspopup=dialog]'),
    },
    { name: 'a work', path: `/student/community/preview?${inClass}&post=${child.postId}`, shows: '.post-counts' },
    { name: 'a work that is gone', path: `/student/community/preview?${inClass}&post=none`, shows: message },
    { name: 'choosing a work', path: `/student/community/upload?${inClass}`, shows: '.posting-desk' },
    { name: 'an address that is none', path: '/student/nowhere', shows: '.notice a' },
    {
      name: 'scanning without a camera',
      path: '/student/profiles',
      shows: '.profile-tile',
      then: opened('.book-code .button[aria-haspopup=dialog]', '.scan[data-step=trouble]'),
    },
    { name: 'the check', path: '/student/check', shows: '.check-card' },
    {
      name: 'works that wait',
      path: '/student/profiles',
      shows: '.profile-tile',
      then: async (page) => {
        await keepWaiting(page, child.profileId);
        await page.reload();
        await opened('.page-header-waiting button', '.send-acts button')(page);
      },
    },
  ];
}

/** A screen when it has come. */
export async function showScreen({ world }: Product, page: Page, screen: StudentScreen): Promise<void> {
  await page.goto(`${world.url}${screen.path}`);
  await page.locator(screen.shows).first().waitFor();
  await screen.then?.(page);
}

/** What a finger would miss: everything to tap that is not 64 by 64, by its words. */
export const smallTargets = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    // A browser's lengths are not exact.
    const least = 63.9;
    const all = document.querySelectorAll<HTMLElement>(
      ':is(a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button], [role=slider], [tabindex="0"])',
    );
    return [...all]
      .filter((one) => one.checkVisibility({ visibilityProperty: true }))
      .map((one) => ({ one, box: (one.closest('label') ?? one).getBoundingClientRect() }))
      .filter(({ box: { width, height } }) => width < least || height < least)
      .map(({ one, box }) => {
        const words = (one.getAttribute('aria-label') ?? one.textContent).trim().slice(0, 40);
        return `${one.tagName.toLowerCase()}.${one.className} “${words}” ${box.width.toFixed(0)}×${box.height.toFixed(0)}`;
      });
  });
