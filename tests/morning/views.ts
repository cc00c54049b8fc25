import type { Page } from 'playwright-core';

export const languages = ['en', 'jp'] as const;
export type Language = (typeof languages)[number];

/** The teacher's laptop at the projector, an iPad and a phone. */
export const sizes = {
  board: { width: 1366, height: 768 },
  tablet: { width: 820, height: 1180 },
  phone: { width: 390, height: 844 },
} as const;

export interface Gallery {
  readonly folder: string;
  /** The names of the moments, in order. */
  readonly moments: string[];
  /** What was wrong with a picture. */
  readonly faults: string[];
}

const fileOf = (moment: string, language: Language, width: number): string => `${moment}-${language}-${width}.png`;

/** Takes one moment of a page in the three sizes; the page has its own size again afterwards. */
export async function picture(
  page: Page,
  { folder, moments, faults }: Gallery,
  { moment, language }: { readonly moment: string; readonly language: Language },
): Promise<void> {
  if (!moments.includes(moment)) moments.push(moment);
  const own = page.viewportSize();
  for (const { width, height } of Object.values(sizes)) {
    await page.setViewportSize({ width, height });
    await page.evaluate(() => document.fonts.ready);
    // Two frames: one lays out, one draws.
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
    const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    if (over > 0) faults.push(`${moment}, ${language}, ${width} px: ${over} px wider than the window`);
    await page.screenshot({ path: `${folder}/${fileOf(moment, language, width)}` });
  }
  if (own) await page.setViewportSize(own);
}

/** The columns of the page with all pictures. */
export const columns = languages.flatMap((language) =>
  Object.values(sizes).map(({ width, height }) => ({
    heading: `${language} ${width}×${height}`,
    fileOf: (moment: string) => fileOf(moment, language, width),
  })),
);
