import { open } from 'node:fs/promises';
import type { MessageKey } from '#schema/problem.ts';
import { formats, type MediaFormat, type MediaKind } from './formats.ts';
import { MediaRefusal } from './refusal.ts';

const headLength = 4096;

const heic = /^(hei[cfmsx]|hev[cmsx]|mif1|msf1)$/;
const mp4 = /^(isom|iso[2-9]|mp4[12]|avc1|hvc1|M4[ABV] |MSNV|dash|cmfc)$/;

const notTaken: Record<MediaKind, MessageKey> = {
  image: 'messages.imageTypeNotAllowed',
  video: 'messages.videoTypeNotAllowed',
  audio: 'messages.audioTypeNotAllowed',
};

/**
 * Detects a file's format by its first bytes. Refuses formats that are not accepted as `kind`, with specific reasons
 * for common ones.
 */
export async function recognise<Kind extends MediaKind>(path: string, kind: Kind): Promise<FormatOf<Kind>> {
  const head = await readHead(path);
  const format = formatOf(head);
  if (format !== undefined && isTakenAs(format, kind)) return format;
  throw new MediaRefusal(415, reasonOf(head) ?? notTaken[kind]);
}

/** The formats that may be used as a kind. */
export type FormatOf<Kind extends MediaKind> = {
  [Format in MediaFormat]: Kind extends (typeof formats)[Format][number] ? Format : never;
}[MediaFormat];

function isTakenAs<Kind extends MediaKind>(format: MediaFormat, kind: Kind): format is FormatOf<Kind> {
  const kinds: readonly MediaKind[] = formats[format];
  return kinds.includes(kind);
}

async function readHead(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(headLength), 0, headLength, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

function formatOf(head: Buffer): MediaFormat | undefined {
  const letters = head.toString('latin1');
  if (letters.startsWith('\xff\xd8\xff')) return 'jpeg';
  if (letters.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  if (/^GIF8[79]a/.test(letters)) return 'gif';
  if (/^RIFF[^]{4}WEBP/.test(letters)) return 'webp';
  if (/^RIFF[^]{4}WAVE/.test(letters)) return 'wav';
  if (letters.startsWith('OggS')) return 'ogg';
  // EBML, with a document type of four letters: `webm`, where other Matroska files say `matroska`.
  if (letters.startsWith('\x1aE\xdf\xa3') && letters.slice(0, 64).includes('B\x82\x84webm')) return 'webm';
  if (letters.startsWith('ID3') || isMp3Frame(head)) return 'mp3';
  return containerOf(brandsOf(head));
}

function containerOf(brands: readonly string[]): MediaFormat | undefined {
  const [major = ''] = brands;
  if (major === 'qt  ') return 'mov';
  if (heic.test(major)) return undefined;
  return brands.some((brand) => mp4.test(brand)) ? 'mp4' : undefined;
}

// The brands of an ISO file: the major one, then those it is compatible with.
function brandsOf(head: Buffer): string[] {
  if (head.toString('latin1', 4, 8) !== 'ftyp') return [];
  const end = Math.min(head.readUInt32BE(0), head.length);
  const brands = [head.toString('latin1', 8, 12)];
  for (let at = 16; at + 4 <= end; at += 4) brands.push(head.toString('latin1', at, at + 4));
  return brands;
}

// The eleven bits of a frame's start, MPEG 1, 2 or 2.5, layer III, and no bit rate or sample rate that does not exist.
function isMp3Frame(head: Buffer): boolean {
  const [first = 0, second = 0, third = 0] = head;
  const layerThree = (second & 0xe6) === 0xe2 && (second & 0x18) !== 0x08;
  return first === 0xff && layerThree && (third & 0xf0) !== 0xf0 && (third & 0x0c) !== 0x0c;
}

function reasonOf(head: Buffer): MessageKey | undefined {
  if (heic.test(brandsOf(head)[0] ?? '')) return 'messages.heicNotAllowed';
  // Readers of PDF take one that begins a little late.
  if (head.subarray(0, 1024).includes('%PDF-')) return 'messages.pdfNotAllowed';
  // Without NULs, text in UTF-16 reads like any other.
  const text = head.toString('latin1').replace(/^(\xef\xbb\xbf|\xff\xfe|\xfe\xff)/, '');
  const start = text.replaceAll('\0', '').trimStart().toLowerCase();
  if (!start.startsWith('<')) return undefined;
  return /<svg[\s>]/.test(start) ? 'messages.svgNotAllowed' : 'messages.htmlNotAllowed';
}
