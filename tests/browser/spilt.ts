import type { Page } from 'playwright-core';
import { sessionOf } from '#tests/support/isolated-world.ts';

/** The widths of windows in CSS pixels. */
const allWidths: readonly number[] = [1280, 1024, 900, 820, 768, 640, 600, 512, 390];

/** Windows of 1280 and 1024 px at a zoom of 200 %. */
const zoomed: readonly number[] = [640, 512];

/** For a page that is looked at in two languages: the widths of each language. The phone's width is in both. */
export const widthsOfFirst: readonly number[] = [1280, 900, 768, 600, 390];
export const widthsOfSecond: readonly number[] = [390, 512, 640, 820, 1024];

async function resize(page: Page, width: number): Promise<void> {
  const session = await sessionOf(page);
  const metrics = { width, height: 900, deviceScaleFactor: zoomed.includes(width) ? 2 : 1, mobile: false };
  await session.send('Emulation.setDeviceMetricsOverride', metrics);
}

/**
 * What stands outside the window or its card, is cut off, covers a corner button of the students' pages, or is squeezed to a few
 * letters a line, at any of the widths. Afterwards the window is 1280 px wide.
 */
export async function spilt(page: Page, widths = allWidths): Promise<readonly string[]> {
  const found: string[] = [];
  for (const width of widths) {
    await resize(page, width);
    const here = await page.evaluate(() => {
      const shown = [...document.body.querySelectorAll<HTMLElement>('*')].filter((one) => one.checkVisibility());
      const cuts = (one: Element) => /hidden|clip/.test(getComputedStyle(one).overflowX);
      // Moved away, or scrolled sideways by a finger.
      const apart = '.skip-link, .spoken, .visually-hidden, svg, .side-navigation, .class-parts';
      const isMeant = (one: Element) =>
        one.closest(apart) !== null ||
        one.matches('input, textarea') ||
        getComputedStyle(one).textOverflow === 'ellipsis' ||
        one.clientWidth <= 1;
      const rightOf = (one: Element) => one.getBoundingClientRect().right;
      const roomOf = (one: Element) => {
        const card = one.closest('.list-card, .panel, .toast, .post-card, [role=alertdialog]');
        return card === null || card === one ? innerWidth : Math.min(rightOf(card), innerWidth);
      };
      // The quick conditions come first: `cuts` asks for a style.
      const cut = shown.filter((one) => one.scrollWidth > one.clientWidth + 1 && cuts(one) && !isMeant(one));
      const outside = shown.filter((one) => rightOf(one) > roomOf(one) + 1 && !isMeant(one));
      const isLongText = (node: Node) => node.nodeType === Node.TEXT_NODE && /\S{40}/.test(node.nodeValue ?? '');
      const squeezed = shown.filter(
        (one) => one.offsetWidth < 72 && [...one.childNodes].some(isLongText) && !isMeant(one),
      );
      const covers = (one: Element): readonly Element[] => {
        const { left, right, top, bottom } = one.getBoundingClientRect();
        return [left + 6, (left + right) / 2, right - 6].flatMap((x) => {
          const above = document.elementFromPoint(x, (top + bottom) / 2);
          return above === null || one.contains(above) || above.contains(one) ? [] : above;
        });
      };
      const covered = shown.filter((one) => one.matches('.page-header .button') && covers(one).length > 0);
      const nameOf = (one: Element) => `${one.tagName.toLowerCase()}.${one.getAttribute('class') ?? ''}`;
      return [
        ...cut.map((one) => `cut by ${nameOf(one)}`),
        ...squeezed
          .slice(0, 1)
          .map((one) => `${nameOf(one)} in ${nameOf(one.closest('div, li, tr') ?? one)} is squeezed`),
        ...covered.map((one) => `${nameOf(one)} is covered by ${covers(one).map(nameOf).join(', ')}`),
        ...outside.slice(-1).map((one) => `${nameOf(one)} is outside`),
      ];
    });
    found.push(...here.map((one) => `${width}: ${one}`));
  }
  await resize(page, 1280);
  return found;
}
