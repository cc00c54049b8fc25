import { type Letter, widthOf } from '#api/ground/fonts/letters.ts';
import { trueTypeFile } from '#api/ground/fonts/open-font.ts';
import type { Weight } from '#api/ground/fonts/zen-kaku.ts';
import { quietZone, type QrSymbol } from './picture.ts';
import { linesOf } from './text-lines.ts';

/** A new PDF of A4 pages, without pages yet. */
export async function newDocument(title: string): Promise<PDFKit.PDFDocument> {
  // Loading the library with its fonts takes long, and the API's start must not wait for it.
  const { default: PDFDocument } = await import('pdfkit');
  return new PDFDocument({
    size: 'A4',
    margin: 0,
    autoFirstPage: false,
    displayTitle: true,
    info: { Title: title, Creator: 'Manabook' },
  });
}

/** In points, from the top left corner of the sheet. */
interface TextPlace {
  readonly x: number;
  /** The y of the first baseline. */
  readonly y: number;
  readonly width: number;
  readonly size: number;
  readonly weight: Weight;
  readonly align?: 'left' | 'centre' | 'right';
  readonly colour?: string;
  readonly lines?: number;
  /** The distance from one baseline to the next. */
  readonly leading?: number;
}

/** Writes text that can be searched and copied, in the fonts that hold its signs. */
export function drawText(document: PDFKit.PDFDocument, text: string, place: TextPlace): void {
  const { x, y, width, size, weight, align = 'left', colour = '#000', lines = 1, leading = size } = place;
  document.fillColor(colour).fontSize(size);
  for (const [index, line] of linesOf(text, { weight, size, width, lines }).entries()) {
    const space = Math.max(0, width - widthOf(line) * size);
    let pen = x + (align === 'centre' ? space / 2 : align === 'right' ? space : 0);
    for (const stretch of stretchesOf(line)) {
      const words = stretch.map(({ sign }) => sign).join('');
      useFont(document, stretch[0]?.file ?? '');
      document.text(words, pen, y + index * leading, { lineBreak: false, baseline: 'alphabetic' });
      pen += widthOf(stretch) * size;
    }
  }
}

const embedded = new WeakMap<PDFKit.PDFDocument, Set<string>>();

function useFont(document: PDFKit.PDFDocument, file: string): void {
  const files = embedded.get(document) ?? new Set();
  embedded.set(document, files);
  if (!files.has(file)) document.registerFont(file, trueTypeFile(file));
  files.add(file);
  document.font(file);
}

// Runs of neighbouring letters in one font.
function stretchesOf(line: readonly Letter[]): Letter[][] {
  const stretches: Letter[][] = [];
  for (const letter of line) {
    const stretch = stretches.at(-1);
    if (stretch?.[0]?.file === letter.file) stretch.push(letter);
    else stretches.push([letter]);
  }
  return stretches;
}

interface Square {
  readonly x: number;
  readonly y: number;
  /** The side of the whole square, with the quiet zone. */
  readonly side: number;
}

/** Draws a code as shapes, sharp at any size. */
export function drawQrSymbol(document: PDFKit.PDFDocument, { size, runs }: QrSymbol, { x, y, side }: Square): void {
  document
    .save()
    .translate(x, y)
    .scale(side / (size + 2 * quietZone))
    .translate(quietZone, quietZone);
  for (const run of runs) document.rect(run.x, run.y, run.length, 1);
  // One filling for all, so that no hair of white is left between the rows.
  document.fill('#000').restore();
}

interface Grid {
  readonly x: number;
  readonly y: number;
  readonly columns: number;
  readonly rows: number;
  readonly width: number;
  readonly height: number;
}

/** Draws the dashed lines to cut along. */
export function drawCutLines(document: PDFKit.PDFDocument, { x, y, columns, rows, width, height }: Grid): void {
  document.save().lineWidth(0.4).dash(2, { space: 3 }).strokeColor('#999');
  for (let row = 0; row <= rows; row += 1)
    document.moveTo(x, y + row * height).lineTo(x + columns * width, y + row * height);
  for (let column = 0; column <= columns; column += 1)
    document.moveTo(x + column * width, y).lineTo(x + column * width, y + rows * height);
  document.stroke().restore();
}
