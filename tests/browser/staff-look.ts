import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { BrowserContext, Page } from 'playwright-core';
import { z } from 'zod';
import type { Role } from '#schema/access.ts';
import type { Device } from '#tests/support/browser.ts';
import { signIn } from '#tests/support/people.ts';
import type { Product } from '#tests/support/product.ts';
import { meet, type Act, type StaffScreen } from './staff-screens.ts';
import { comeTo, type Language } from './staff-walk.ts';

const sizes = { 390: 844, 820: 1180, 1280: 800 } as const;
type Width = keyof typeof sizes;
const widths: readonly Width[] = [1280, 820, 390];
/** All the page is looked through once at each width; what fits and what is said, in each language too. */
const lookedThrough: Record<Language, readonly Width[]> = { en: [390, 1280], jp: [820] };

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What is wrong with a page as it stands; runs in the page. */
async function flawsOfPage({ axe }: { readonly axe: boolean }): Promise<string[]> {
  interface Axe {
    run(
      page: Document,
      options: object,
    ): Promise<{
      readonly violations: readonly { readonly id: string; readonly nodes: readonly { readonly html: string }[] }[];
    }>;
  }
  const window = globalThis as typeof globalThis & { axe?: Axe; foreignWords?: ReadonlySet<string> };
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

  const said = new Set<string>();
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text; text = texts.nextNode())
    if (!text.parentElement?.closest('script, style, [lang]:not(html)')) said.add((text.textContent ?? '').trim());
  for (const one of document.body.querySelectorAll('[aria-label], [title], [placeholder], [alt]'))
    for (const name of ['aria-label', 'title', 'placeholder', 'alt']) said.add(one.getAttribute(name)?.trim() ?? '');
  for (const text of said)
    if (window.foreignWords?.has(text) || /\{\{|\[object |^(undefined|null|NaN|Invalid Date)$/.test(text))
      found.push(`says “${text}”`);

  if (axe) {
    const { violations = [] } =
      (await window.axe?.run(document, {
        resultTypes: ['violations'],
        preload: false,
        iframes: false,
        rules: { 'target-size': { enabled: true } },
      })) ?? {};
    for (const { id, nodes } of violations)
      found.push(
        `${id}: ${nodes
          .slice(0, 3)
          .map(({ html }) => html.slice(0, 160))
          .join(' | ')}`,
      );
  }
  return found;
}

/** What is wrong with the page at every width; the page is as wide afterwards as a desk's. */
async function look(page: Page, language: Language): Promise<string[]> {
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axeSource);
  const found: string[] = [];
  for (const width of widths) {
    await page.setViewportSize({ width, height: sizes[width] });
    const flaws = await page.evaluate(flawsOfPage, { axe: lookedThrough[language].includes(width) });
    found.push(...flaws.map((flaw) => `${width}: ${flaw}`));
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  return found;
}

const file = z.record(z.string(), z.string());
/** The words of a language's screens; mails have their own. */
const wordsIn = (language: Language) =>
  readdirSync(`locales/${language}`)
    .filter((name) => name !== 'mail.json')
    .map((name) => ({ name, words: file.parse(JSON.parse(readFileSync(`locales/${language}/${name}`, 'utf8'))) }));

/** What no page of a language says: the other language's sentences, and the keys of either. */
function foreignWords(language: Language): string[] {
  const own = wordsIn(language).flatMap(({ words }) => Object.values(words));
  const other = wordsIn(language === 'en' ? 'jp' : 'en');
  const sentences = other.flatMap(({ words }) => Object.values(words)).filter((text) => !own.includes(text));
  const keys = other.flatMap(({ name, words }) =>
    Object.keys(words).flatMap((key) => [key, `${name.replace('.json', '')}.${key}`]),
  );
  // A key of one word may be somebody's name.
  return [...sentences, ...keys.filter((key) => /[a-z][A-Z.]/.test(key))];
}

async function deviceOf(product: Product, role: Role | 'nobody', language: Language): Promise<Device> {
  const device = await product.browser.device({ language });
  const info = role === 'nobody' ? null : JSON.stringify(await signIn(product.world, role));
  await device.page.emulateMedia({ reducedMotion: 'reduce' });
  await prepare(device.context, { info, language, words: foreignWords(language) });
  return device;
}

interface Prepared {
  readonly info: string | null;
  readonly language: Language;
  readonly words: readonly string[];
}

const prepare = (context: BrowserContext, prepared: Prepared) =>
  context.addInitScript(({ info, language, words }) => {
    // Neither an empty page nor a frame that the network keeps away has a storage.
    if (window !== window.top || location.protocol === 'about:') return;
    Object.assign(window, { foreignWords: new Set(words) });
    if (localStorage.getItem('begun') !== null) return;
    localStorage.setItem('begun', 'yes');
    localStorage.setItem('lang', language);
    if (info !== null) localStorage.setItem('loginInfo', info);
  }, prepared);

/** Comes to a screen by way of another, so that what is there is not of the screen before. */
async function comeWithin(page: Page, path: string): Promise<void> {
  await comeTo(page, '/between');
  const between = page.locator('main.notice, .screen-message');
  await between.waitFor();
  await comeTo(page, path);
  await between.waitFor({ state: 'detached' });
}

/** Loads the app at an address. */
async function comeAnew(page: Page, url: string): Promise<void> {
  await page.goto('about:blank');
  await page.goto(url);
}

/** What is wrong with screens and their states in a language, each under its name. */
export async function walk(product: Product, language: Language, screens: readonly StaffScreen[]): Promise<string[]> {
  const devices = new Map<string, Device>();
  // Those on which nothing is open or half done.
  const atRest = new Set<string>();
  const found: string[] = [];
  for (const { path, role = 'Administrator', shows, meets = {}, states = {} } of screens) {
    const device = devices.get(role) ?? (await deviceOf(product, role, language));
    devices.set(role, device);
    const { page, complaints } = device;
    const asItIs = Object.keys(meets).length + Object.keys(states).length === 0;
    const come: Act = async () => {
      await meet(page, meets);
      await (atRest.has(role) && Object.keys(meets).length === 0
        ? comeWithin(page, path)
        : comeAnew(page, `${product.world.url}${path}`));
      await page.locator(shows).first().waitFor();
    };
    for (const [state, act] of [['', come] as const, ...Object.entries(states)]) {
      const name = `${path}${state && ` ${state}`}`;
      try {
        await act(page);
        found.push(...(await look(page, language)).map((flaw) => `${name} at ${flaw}`));
      } catch (error) {
        found.push(`${name}: ${String(error)}`);
        break;
      }
    }
    if (asItIs && role !== 'nobody') atRest.add(role);
    else atRest.delete(role);
    // What the network and its stand-in refuse, the browser says by itself.
    const said = complaints.splice(0).filter((text) => !/net::ERR_|Failed to load/.test(text));
    found.push(...said.map((text) => `${path} complains: ${text}`));
  }
  for (const { context } of devices.values()) await context.close();
  return found;
}
