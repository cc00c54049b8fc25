import { setTimeout as delay } from 'node:timers/promises';
import { drawText, newDocument } from '#api/domains/qr-codes/sheet-drawing.ts';
import type { Storage } from '#api/ground/storage/storage.ts';
import type { AnimalName } from '#schema/rules/profile-name.ts';
import type { Stamp } from '#schema/rules/replies.ts';
import { animalPicture, type AlbumPicture, printPicture, stampPicture } from './album-pictures.ts';
import type { AlbumWords } from './album-words.ts';
import { a4, bodyWidth, drawPageFoot, drawCover, ink, margin, softInk } from './album-cover.ts';
import type { NamedWork } from './album-files.ts';

/** All that the PDF of an album shows. */
export interface Album {
  readonly name: string;
  readonly animal: AnimalName;
  readonly classNames: readonly string[];
  readonly schoolName: string;
  /** The key of the school's logo. */
  readonly logoKey: string | null;
  readonly works: readonly NamedWork[];
  readonly finishedCount: number;
}

interface Making {
  readonly storage: Storage;
  readonly words: AlbumWords;
  /** Called after each work. */
  readonly onWork: (done: number) => Promise<void>;
}

/** The album as A4 pages; a stream of the PDF's bytes, which fails where `onWork` does. */
export async function albumPdf(album: Album, making: Making): Promise<PDFKit.PDFDocument> {
  const document = await newDocument(making.words.say('title', { name: album.name }));
  draw(document, album, making).catch((error: unknown) =>
    document.destroy(error instanceof Error ? error : new Error(String(error))),
  );
  return document;
}

async function draw(document: PDFKit.PDFDocument, album: Album, { storage, words, onWork }: Making): Promise<void> {
  const { logoKey, works } = album;
  const logo = logoKey === null ? undefined : await printPicture(storage, logoKey);
  const stamps = await stampsOf(works);
  document.addPage();
  drawCover(document, {
    ...album,
    logo,
    animalPicture: await animalPicture(album.animal),
    hanamaru: stamps.get('hanamaru'),
    words,
  });
  const pages = createPages(document, album.name);
  for (const [index, work] of works.entries()) {
    // Storage has failed.
    if (document.destroyed) return;
    const source = work.kind === 'image' ? work.file : work.poster;
    const picture = source ? await printPicture(storage, source.storageKey) : undefined;
    drawWork(document, { work, picture, stamp: work.stamp && stamps.get(work.stamp), words, pages });
    await leftFor(document);
    await onWork(index + 1);
  }
  document.end();
}

const mostWaiting = 4 * 1024 * 1024;

// Back-pressure, which pdfkit lacks: a slow store would let all pictures of an album wait in memory.
async function leftFor(document: PDFKit.PDFDocument): Promise<void> {
  do await delay(1);
  while (document.readableLength > mostWaiting && !document.destroyed);
}

async function stampsOf(works: readonly NamedWork[]): Promise<ReadonlyMap<Stamp, Buffer>> {
  const given = new Set<Stamp>(['hanamaru', ...works.flatMap(({ stamp }) => stamp ?? [])]);
  return new Map(await Promise.all([...given].map(async (stamp) => [stamp, await stampPicture(stamp)] as const)));
}

interface Pages {
  /** The y of the next block's top edge: below the previous block, or on a new page without room for this height. */
  placeFor(height: number): number;
}

const bottom = a4.height - margin - 16;
const between = 18;
const beneathPicture = 10;

function createPages(document: PDFKit.PDFDocument, name: string): Pages {
  let page = 1;
  let y = Infinity;
  return {
    placeFor(height) {
      if (y + height > bottom) {
        document.addPage();
        page += 1;
        drawPageFoot(document, { name, page });
        y = margin;
      }
      const top = y;
      y += height + between;
      return top;
    },
  };
}

// The room of a picture that is printed large: one to a page when it is upright, two when they are wide.
const pictureRoom = { width: bodyWidth, height: 600 } as const;
const stampSide = 44;

interface WorkBlock {
  readonly work: NamedWork;
  readonly picture: AlbumPicture | undefined;
  readonly stamp: Buffer | null | undefined;
  readonly words: AlbumWords;
  readonly pages: Pages;
}

function drawWork(document: PDFKit.PDFDocument, { work, picture, stamp, words, pages }: WorkBlock): void {
  const scale = picture ? Math.min(pictureRoom.width / picture.width, pictureRoom.height / picture.height, 1.2) : 0;
  const shown = picture ? { width: picture.width * scale, height: picture.height * scale } : { width: 0, height: 0 };
  const lines = linesOf(work, words, picture !== undefined);
  const textHeight = 20 + lines.length * 14;
  const captionHeight = Math.max(
    textHeight,
    stamp && work.stamp ? stampSide + 5 + words.stamp(work.stamp).length * 11 : 0,
  );
  const top = pages.placeFor(shown.height + (picture ? beneathPicture : 0) + captionHeight);
  if (picture) {
    const left = margin + (bodyWidth - shown.width) / 2;
    document.image(picture.data, left, top, shown);
    if (work.kind === 'video') drawPlay(document, left + shown.width / 2, top + shown.height / 2);
  }
  const captionTop = top + shown.height + (picture ? beneathPicture : 0);
  if (!picture) document.rect(margin, captionTop, 3, captionHeight).fill('#2D9CDB');
  const x = margin + (picture ? 0 : 14);
  const width = bodyWidth - (stamp ? 150 : 0) - (x - margin);
  const heading = work.title || [work.unit, work.page].filter(Boolean).join(' · ') || words.say(work.kind);
  drawText(document, heading, { x, y: captionTop + 13, width, size: 14, weight: 700, colour: ink });
  for (const [index, line] of lines.entries())
    drawText(document, line, { x, y: captionTop + 30 + index * 14, width, size: 9.5, weight: 500, colour: softInk });
  if (stamp && work.stamp) drawStamp(document, { stamp, words: words.stamp(work.stamp), y: captionTop });
}

// Under the heading: when, where, and which files of the ZIP.
function linesOf(work: NamedWork, words: AlbumWords, hasPicture: boolean): string[] {
  const place = [work.unit, work.page].filter(Boolean).join(' · ');
  return [
    `${words.say(work.kind)} · ${words.day(work.createdAt)}`,
    ...(work.title && place ? [place] : []),
    ...(work.kind === 'image' ? [] : [`${words.say('inZip')}: ${work.path}`]),
    ...(work.kind === 'image' && !hasPicture ? [words.say('noPicture')] : []),
    ...(work.voicePath === null ? [] : [`${words.say('voice')}: ${work.voicePath}`]),
  ];
}

interface StampPlace {
  readonly stamp: Buffer;
  /** In each language. */
  readonly words: readonly string[];
  readonly y: number;
}

function drawStamp(document: PDFKit.PDFDocument, { stamp, words, y }: StampPlace): void {
  const x = margin + bodyWidth - 140;
  document.image(stamp, x + 48, y, { width: stampSide });
  const place = { x, width: 140, size: 8.5, weight: 700, align: 'centre', colour: ink } as const;
  for (const [index, line] of words.entries())
    drawText(document, line, { ...place, y: y + stampSide + 11 + index * 11 });
}

function drawPlay(document: PDFKit.PDFDocument, x: number, y: number): void {
  document.save().fillOpacity(0.75).circle(x, y, 30).fill('#232B6B');
  document
    .fillOpacity(1)
    .polygon([x - 9, y - 14], [x - 9, y + 14], [x + 15, y])
    .fill('#fff')
    .restore();
}
