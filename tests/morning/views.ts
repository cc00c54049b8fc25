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

const fileOf = (moment: string, language: Language, width: number): string => `${moment}-${language}-${width}.png`;

/** All moments on one page, a line each. */
export function galleryPage(moments: readonly string[]): string {
  const columns = languages.flatMap((language) => Object.values(sizes).map((size) => ({ language, ...size })));
  const rows = moments.map((moment) => {
    const cells = columns.map(({ language, width }) => {
      const file = fileOf(moment, language, width);
      return `<td><a href="${file}"><img src="${file}" alt="${moment}, ${language}, ${width} px" loading="lazy"></a></td>`;
    });
    return `<tr><th>${moment}</th>${cells.join('')}</tr>`;
  });
  const heads = columns.map(({ language, width, height }) => `<th>${language} ${width}×${height}</th>`).join('');
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>A school’s morning</title>
<style>
  body { font: 14px system-ui; margin: 24px; }
  th { text-align: left; vertical-align: top; padding: 8px; }
  td { padding: 8px; vertical-align: top; }
  img { height: 300px; border: 1px solid #ccc; }
</style>
<table><tr><th></th>${heads}</tr>
${rows.join('\n')}
</table>
</html>
`;
}
