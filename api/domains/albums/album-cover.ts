import { drawText } from '#api/domains/qr-codes/sheet-drawing.ts';
import type { AlbumPicture } from './album-pictures.ts';
import type { AlbumWords } from './album-words.ts';
import type { NamedWork } from './album-files.ts';

export const a4 = { width: 595.28, height: 841.89 } as const;
export const margin = 40;
export const bodyWidth = a4.width - 2 * margin;
export const ink = '#232B6B';
export const softInk = '#4A5078';

interface Cover {
  readonly name: string;
  readonly classNames: readonly string[];
  readonly schoolName: string;
  readonly works: readonly NamedWork[];
  readonly finishedCount: number;
  readonly logo: AlbumPicture | undefined;
  readonly animalPicture: Buffer;
  readonly hanamaru: Buffer | undefined;
  readonly words: AlbumWords;
}

const animalSide = 230;

/** Draws the first page: the child's name, its classes and school, and the counts of its works. */
export function drawCover(document: PDFKit.PDFDocument, cover: Cover): void {
  const { name, classNames, schoolName, works, logo, words } = cover;
  document.roundedRect(margin / 2, margin / 2, a4.width - margin, a4.height - margin, 18).fill('#FFF3DF');
  if (logo)
    document.image(logo.data, margin + bodyWidth / 2 - 90, 64, { fit: [180, 64], align: 'center', valign: 'center' });
  const centred = { x: margin + 20, width: bodyWidth - 40, align: 'centre', colour: ink } as const;
  drawText(document, schoolName, { ...centred, y: 158, size: 15, weight: 500 });
  document.image(cover.animalPicture, (a4.width - animalSide) / 2, 186, { width: animalSide });
  let y = 470;
  for (const title of words.each('title', { name })) {
    drawText(document, title, { ...centred, y, size: 30, weight: 700 });
    y += 42;
  }
  for (const className of classNames.slice(0, 4)) {
    drawText(document, className, { ...centred, y, size: 14, weight: 500, colour: softInk });
    y += 22;
  }
  const [first, last] = [works[0], works.at(-1)];
  for (const days of first && last ? words.days(first.createdAt, last.createdAt) : []) {
    drawText(document, days, { ...centred, y, size: 11, weight: 500, colour: softInk });
    y += 17;
  }
  drawCounts(document, cover, Math.max(y + 14, 660));
}

function drawCounts(document: PDFKit.PDFDocument, { works, finishedCount, hanamaru, words }: Cover, y: number): void {
  const given = works.filter(({ stamp }) => stamp === 'hanamaru').length;
  const counts = [
    words.each('works', { count: works.length }),
    words.each('finished', { count: finishedCount }),
    words.each('hanamaru', { count: given }),
  ];
  const width = (bodyWidth - 60) / counts.length;
  for (const [index, lines] of counts.entries()) {
    const x = margin + 30 + index * width;
    document.roundedRect(x + 5, y, width - 10, 84, 12).fill('#fff');
    if (index === 2 && hanamaru && given > 0) document.image(hanamaru, x + width / 2 - 20, y - 28, { width: 40 });
    const place = { x: x + 10, width: width - 20, size: 12, weight: 700, align: 'centre', colour: ink } as const;
    for (const [line, text] of lines.entries())
      drawText(document, text, { ...place, y: y + (lines.length > 1 ? 38 : 47) + line * 20 });
  }
}

/** The child and the number of the page. */
export function drawPageFoot(
  document: PDFKit.PDFDocument,
  { name, page }: { readonly name: string; readonly page: number },
) {
  const foot = {
    x: margin,
    y: a4.height - margin + 4,
    width: bodyWidth,
    size: 8.5,
    weight: 500,
    colour: softInk,
  } as const;
  drawText(document, name, foot);
  drawText(document, String(page), { ...foot, align: 'right' });
}
