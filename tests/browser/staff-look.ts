import type { Page } from 'playwright-core';
import type { Role } from '#schema/access.ts';
import type { Device } from '#tests/support/browser.ts';
import { bringAxe } from '#tests/support/accessibility.ts';
import { isolatedWorld, sessionOf, type IsolatedWorld } from '#tests/support/isolated-world.ts';
import { growOld, isOld } from '#tests/support/oldest-browsers.ts';
import { signIn } from '#tests/support/people.ts';
import type { Product } from '#tests/support/product.ts';
import { meet, type Act, type StaffScreen } from './staff-screens.ts';
import { otherLanguage, changeLanguage, foreignWordsOf } from './in-both-languages.ts';
import { comeWithin, type Language } from './staff-walk.ts';

/** 640 and 683 are windows of 1280 and 1366 px at a zoom of 200 %. */
const sizes = { 390: 844, 640: 400, 683: 384, 820: 1180, 1280: 800 } as const;
type Width = keyof typeof sizes;

interface Look {
  /** The rules that axe checks: all, those that only the layout can break, or none. */
  readonly axe: 'all' | 'layout' | 'none';
  readonly language: Language;
  /** A selector of elements whose text may be in another language. */
  readonly unread: string;
}

/** What is wrong with a page as it stands; runs in an isolated world of the page. */
async function flawsOfPage({ axe, language, unread }: Look): Promise<string[]> {
  interface Axe {
    run(
      page: Document,
      options: object,
    ): Promise<{ readonly violations: readonly { readonly id: string; readonly nodes: readonly Flawed[] }[] }>;
  }
  interface Flawed {
    readonly html: string;
    readonly any: readonly { readonly relatedNodes?: readonly { readonly target: readonly unknown[] }[] }[];
  }
  const window = globalThis as typeof globalThis & { axe?: Axe; foreignWords?: Record<Language, ReadonlySet<string>> };
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  const moving = () =>
    document.getAnimations().filter(({ effect, playState }) => {
      const end = effect?.getComputedTiming().endTime;
      return playState === 'running' && end !== undefined && Number(end) < 5_000;
    });
  // What has been shown, or has another place now, begins to move a frame later.
  do {
    await frame();
    await frame();
    await Promise.allSettled(moving().map(({ finished }) => finished));
  } while (moving().length > 0);

  const found: string[] = [];
  // Every device here asks for less motion.
  for (const { effect, playState } of document.getAnimations())
    if (playState === 'running' && effect?.getComputedTiming().endTime === Infinity)
      found.push(`moves for ever: ${(effect as KeyframeEffect).target?.className ?? ''}`);

  const wide = document.documentElement.scrollWidth - innerWidth;
  if (wide > 0) found.push(`${wide} px wider than the window`);

  // What stands outside its card is cut off there, or lies over its neighbour.
  for (const one of document.querySelectorAll(
    ':is(.list-card, .panel) :is(table, td, th, li, td *, th *, li > *, .pagination *, .bulk-bar *)',
  )) {
    const room = one.closest('.list-card, .panel')?.getBoundingClientRect().right ?? innerWidth;
    const over = Math.round(one.getBoundingClientRect().right - room);
    const isSeen = over > 0 && one.checkVisibility({ visibilityProperty: true });
    if (isSeen && !one.closest('.visually-hidden, svg, [role=menu]'))
      found.push(`${one.tagName}.${one.className} is ${over} px outside its list`);
  }

  const said = new Set<string>();
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    if (!text.parentElement?.closest(unread)) said.add((text.textContent ?? '').trim());
    // A Japanese label may go over into the next line anywhere, but a short label should not.
    if (!text.parentElement?.closest('.bp6-button')) continue;
    for (const { 0: word, index } of (text.nodeValue ?? '').matchAll(/[A-Za-z]+|^.{2,4}$/g)) {
      range.setStart(text, index);
      range.setEnd(text, index + word.length);
      if (new Set([...range.getClientRects()].map(({ top }) => top)).size > 1)
        found.push(`breaks “${word}” on a button`);
    }
  }
  for (const one of document.body.querySelectorAll('[aria-label], [title], [placeholder], [alt]'))
    for (const name of ['aria-label', 'title', 'placeholder', 'alt']) said.add(one.getAttribute(name)?.trim() ?? '');
  for (const text of said)
    if (window.foreignWords?.[language].has(text) || /\{\{|\[object |^(undefined|null|NaN|Invalid Date)$/.test(text))
      found.push(`says “${text}”`);

  if (axe !== 'none') {
    const { violations = [] } =
      (await window.axe?.run(document, {
        resultTypes: ['violations'],
        preload: false,
        iframes: false,
        ...(axe === 'all'
          ? { rules: { 'target-size': { enabled: true } } }
          : { runOnly: { type: 'rule', values: ['target-size', 'scrollable-region-focusable'] } }),
      })) ?? {};
    // The top bar and the bar of bulk actions stick to the window's ends. Scrolling uncovers what they lie over.
    const isCoveredByBar = ({ any }: Flawed) => {
      const coverers = any.flatMap(({ relatedNodes = [] }) => relatedNodes.map(({ target: [selector] }) => selector));
      const inBar = (selector: unknown) => document.querySelector(String(selector))?.closest('.top-bar, .bulk-bar');
      return coverers.length > 0 && coverers.every(inBar);
    };
    for (const { id, nodes } of violations) {
      const flawed = nodes.filter((node) => id !== 'target-size' || !isCoveredByBar(node));
      const shown = flawed.slice(0, 3).map(({ html }) => html.slice(0, 160));
      if (shown.length > 0) found.push(`${id}: ${shown.join(' | ')}`);
    }
  }
  return found;
}

/** The widths in the first language, then the widths in the other language: the window is resized as little as possible. */
const narrower: readonly Width[] = [1280, 820, 640, 390];
const wider: readonly Width[] = [390, 683, 820, 1280];

/** The widths at which only lists have a look of their own. */
const ofLists: readonly Width[] = [640, 683];
const list = 'main :is(table, .panel-list)';

/** The CSS has no element and no colour for 820 px alone, so at that width only the layout can break a rule. */
const axeInFirst = { 1280: 'all', 820: 'layout' } as const;

const unread = 'script, style, [lang]:not(html)';

interface Looks extends Omit<Look, 'axe'> {
  readonly widths: readonly Width[];
  readonly axe: Partial<Record<Width, Look['axe']>>;
}

/** Makes the page as wide as a window of that width; `setViewportSize` cannot while something is in full screen. */
async function resize(page: Page, width: Width): Promise<void> {
  const session = await sessionOf(page);
  const metrics = { width, height: sizes[width], deviceScaleFactor: 1, mobile: false };
  await session.send('Emulation.setDeviceMetricsOverride', metrics);
}

/** Returns what is wrong with the page at each of the widths. */
async function look(page: Page, world: IsolatedWorld, { widths, axe, ...options }: Looks): Promise<string[]> {
  const found: string[] = [];
  const hasList = (await page.locator(list).count()) > 0;
  for (const width of widths) {
    if (ofLists.includes(width) && !hasList) continue;
    await resize(page, width);
    const flaws = await world.evaluate(flawsOfPage, { ...options, axe: axe[width] ?? 'none' });
    found.push(...flaws.map((flaw) => `${width} in ${options.language}: ${flaw}`));
  }
  return found;
}

/** Returns what is wrong with the page in both languages. Afterwards the page is 1280 px wide and in the other language. */
async function lookInBoth(page: Page, language: Language): Promise<string[]> {
  const world = await isolatedWorld(page);
  await bringAxe(world);
  if (!(await world.evaluate<boolean>('"foreignWords" in globalThis')))
    await world.evaluate(({ en, jp }) => {
      Object.assign(globalThis, { foreignWords: { en: new Set(en), jp: new Set(jp) } });
    }, foreignWordsOf);
  const other = otherLanguage(language);
  const found = await look(page, world, { language, unread, widths: narrower, axe: axeInFirst });
  await changeLanguage(page, other);
  // A toast keeps the language in which it appeared.
  return [
    ...found,
    ...(await look(page, world, { language: other, unread: `${unread}, .toast`, widths: wider, axe: { 390: 'all' } })),
  ];
}

async function deviceOf(product: Product, role: Role | 'nobody', newer: boolean): Promise<Device> {
  const device = await product.browser.device();
  if (!newer) await growOld(device.context);
  const info = role === 'nobody' ? null : JSON.stringify(await signIn(product.world, role));
  await device.page.emulateMedia({ reducedMotion: 'reduce' });
  await device.context.addInitScript((login) => {
    // Neither an empty page nor a frame that the network keeps away has a storage.
    if (window !== window.top || location.protocol === 'about:' || localStorage.getItem('begun') !== null) return;
    localStorage.setItem('begun', 'yes');
    localStorage.setItem('lang', 'en');
    if (login !== null) localStorage.setItem('loginInfo', login);
  }, info);
  return device;
}

/** Loads the app at an address. */
async function comeAnew(page: Page, url: string): Promise<void> {
  await page.goto('about:blank');
  await page.goto(url);
}

/** Whether a form of the page holds unsaved changes. */
const isUnsaved = (page: Page) => page.evaluate(() => !dispatchEvent(new Event('beforeunload', { cancelable: true })));

/**
 * Returns what is wrong with screens and their states, each under its name. The walk acts once for each state, in one of
 * the languages, and looks at the state in both. Its pages lack what the oldest browsers lack, so a screen that needs more
 * is wrong too.
 */
export async function walk(product: Product, screens: readonly StaffScreen[]): Promise<string[]> {
  const devices = new Map<string, Device>();
  // The language of each device.
  const languages = new Map<string, Language>();
  // Devices whose app may stay open for the next screen: its cache holds only true answers.
  const openApps = new Set<string>();
  const found: string[] = [];
  for (const { path, role = 'Administrator', newer = false, shows, meets = {}, states = {} } of screens) {
    const key = newer ? `${role}, newer` : role;
    const device = devices.get(key) ?? (await deviceOf(product, role, newer));
    devices.set(key, device);
    const { page, complaints } = device;
    const meetsNothing = Object.keys(meets).length === 0;
    const staysInApp = openApps.has(key) && meetsNothing;
    const come: Act = async () => {
      await meet(page, meets);
      await (staysInApp && !(await isUnsaved(page))
        ? comeWithin(page, path)
        : comeAnew(page, `${product.world.url}${path}`));
      await page.locator(shows).first().waitFor();
    };
    if (meetsNothing && role !== 'nobody') openApps.add(key);
    else openApps.delete(key);
    for (const [state, act] of [['', come] as const, ...Object.entries(states)]) {
      const name = `${path}${state && ` ${state}`}`;
      try {
        await act(page);
        const language = languages.get(key) ?? 'en';
        found.push(...(await lookInBoth(page, language)).map((flaw) => `${name} at ${flaw}`));
        languages.set(key, otherLanguage(language));
      } catch (error) {
        found.push(`${name}: ${String(error)}`);
        openApps.delete(key);
        break;
      }
    }
    // What the network and its stand-in refuse, the browser says by itself.
    const said = complaints.splice(0).filter((text) => !/net::ERR_|Failed to load/.test(text));
    found.push(...said.map((text) => `${path} complains: ${text}`));
  }
  for (const [key, { context, page }] of devices) {
    if ((await isOld(page)) === key.endsWith('newer'))
      found.push(`The device of ${key} has not grown old as it should`);
    await context.close();
  }
  return found;
}
