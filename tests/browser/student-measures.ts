import type { Page } from 'playwright-core';
import { isolatedWorld } from '#tests/support/isolated-world.ts';

/** What scrolls sideways inside the page, as a sheet with something too wide in it: the window's own width does not tell. */
const sidewaysScrollers = (): readonly string[] =>
  [...document.querySelectorAll<HTMLElement>('body *')]
    .filter((one) => one.scrollWidth > one.clientWidth + 1 && one.checkVisibility({ visibilityProperty: true }))
    .filter((one) => ['auto', 'scroll'].includes(getComputedStyle(one).overflowX))
    .map(
      (one) => `${one.tagName.toLowerCase()}.${one.className} scrolls ${one.scrollWidth - one.clientWidth} px sideways`,
    );

/** What a finger would miss: everything to tap that is not 64 by 64, by its words. */
const smallTargets = (): readonly string[] => {
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
};

/** What a child of six reads with pain: words below 16 px, and readings above kanji below 12 px. */
const smallWords = (): readonly string[] => {
  const found = new Set<string>();
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const { parentElement: holder, nodeValue } = texts.currentNode;
    const words = nodeValue?.trim() ?? '';
    const isSeen = holder?.checkVisibility({ visibilityProperty: true }) && !holder.closest('.spoken, svg, script');
    if (!holder || !isSeen || words === '') continue;
    const size = parseFloat(getComputedStyle(holder).fontSize);
    const least = holder.closest('rt') ? 12 : 16;
    if (size < least) found.add(`“${words.slice(0, 30)}” is ${size} px high`);
  }
  return [...found];
};

/** The words of the controls with a red face. */
const redControls = (): readonly string[] =>
  [...document.querySelectorAll<HTMLElement>(':is(a[href], button, .button)')]
    .filter((one) => one.checkVisibility({ visibilityProperty: true }))
    .filter((one) => {
      const parts = (getComputedStyle(one).backgroundColor.match(/[\d.]+/g) ?? []).map(Number);
      const [red = 0, green = 0, blue = 0, alpha = 1] = parts;
      return alpha > 0 && red > 140 && Math.max(green, blue) < red / 2;
    })
    .map((one) => one.textContent.trim());

/** What of these a child sees only after scrolling, by its words or its class. */
export const outOfSight = (page: Page, selector: string): Promise<readonly string[]> =>
  page.locator(selector).evaluateAll((all) =>
    all
      .filter((one) => one.checkVisibility({ visibilityProperty: true }))
      .filter((one) => {
        const { top, bottom } = one.getBoundingClientRect();
        return top < 0 || bottom > innerHeight;
      })
      .map((one) => one.textContent || one.outerHTML.slice(0, 60)),
  );

/** Words on buttons that go over into a second line in their middle; Japanese children's words have spaces between phrases. */
const brokenWords = (): readonly string[] => {
  const found: string[] = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  while (texts.nextNode()) {
    const { currentNode: text } = texts;
    if (!text.parentElement?.closest('.button') || text.parentElement.closest('.spoken')) continue;
    for (const { 0: word, index } of (text.nodeValue ?? '').matchAll(/\S+/g)) {
      range.setStart(text, index);
      range.setEnd(text, index + word.length);
      const lines = new Set([...range.getClientRects()].map(({ top }) => top));
      if (lines.size > 1) found.push(`“${word}” is broken in “${text.nodeValue}”`);
    }
  }
  return found;
};

/** What goes on moving on a device that asks for less motion, by its class. */
const endlessMoves = (): readonly string[] =>
  document
    .getAnimations()
    .filter(({ effect, playState }) => playState === 'running' && effect?.getComputedTiming().endTime === Infinity)
    .map(({ effect }) => `${effect instanceof KeyframeEffect ? effect.target?.className : ''} moves for ever`);

const widerThanWindow = (): readonly string[] => {
  const wide = document.documentElement.scrollWidth - innerWidth;
  return wide > 0 ? [`${wide} px wider than the window`] : [];
};

const measures = {
  widerThanWindow,
  smallTargets,
  smallWords,
  sidewaysScrollers,
  brokenWords,
  endlessMoves,
  redControls,
};

type Measured = Readonly<Record<keyof typeof measures, readonly string[]>>;

/** Asks the page once for everything: each question costs several processes some milliseconds. */
const allMeasures = `({ ${Object.entries(measures)
  .map(([name, measure]) => `${name}: (${String(measure)})()`)
  .join(', ')} })`;

/** What is wrong with a student's page as it stands, by what is measured. */
export const measure = async (page: Page): Promise<Measured> =>
  (await isolatedWorld(page)).evaluate<Measured>(allMeasures);
