/*
 * Where pictures end. The server refuses a picture that other data follow; a browser draws such a picture anew before it is
 * sent.
 */

export type PictureFormat = 'jpeg' | 'png' | 'webp' | 'gif';

/** The file ends before the picture does. */
class Truncated extends Error {}

/** The offset at which a picture ends; undefined when the file is truncated. */
export function pictureEnd(bytes: Uint8Array, format: PictureFormat): number | undefined {
  try {
    return ends[format](bytes);
  } catch (error) {
    if (error instanceof Truncated) return undefined;
    throw error;
  }
}

/** More than any camera appends: previews, and the frames of a burst. */
const appendedMaximum = 16;

/** Whether other data follows the picture. Padding and the further pictures that cameras append are allowed. */
export function hidesMore(bytes: Uint8Array, format: PictureFormat): boolean {
  let rest = bytes;
  for (let appended = 0; appended <= appendedMaximum; appended += 1) {
    let end = pictureEnd(rest, format) ?? rest.length;
    while (end < rest.length && rest[end] === 0) end += 1;
    rest = rest.subarray(end);
    if (rest.length === 0) return false;
    if (format !== 'jpeg' || uint(rest, 0, Math.min(3, rest.length)) !== 0xffd8ff) return true;
  }
  return true;
}

// An unsigned integer of `size` bytes, the highest byte first.
function uint(bytes: Uint8Array, at: number, size: number): number {
  if (at + size > bytes.length) throw new Truncated();
  return bytes.subarray(at, at + size).reduce((value, byte) => value * 256 + byte, 0);
}

const ends: Record<PictureFormat, (bytes: Uint8Array) => number> = {
  jpeg: jpegEnd,
  png: pngEnd,
  gif: gifEnd,
  webp(bytes) {
    if (bytes.length < 8) throw new Truncated();
    const size = new DataView(bytes.buffer, bytes.byteOffset).getUint32(4, true);
    const end = 8 + size + (size % 2);
    if (end > bytes.length) throw new Truncated('The file is shorter than it says');
    return end;
  },
};

/** `IEND` */
const pngEndChunk = 0x49454e44;

function pngEnd(bytes: Uint8Array): number {
  for (let at = 8; ;) {
    const next = at + 12 + uint(bytes, at, 4);
    if (uint(bytes, at + 4, 4) === pngEndChunk) return next;
    at = next;
  }
}

function jpegEnd(bytes: Uint8Array): number {
  for (let at = 2; ;) {
    if (uint(bytes, at, 1) !== 0xff) throw new Truncated('A marker is missing');
    const marker = uint(bytes, at + 1, 1);
    if (marker === 0xd9) return at + 2;
    if (marker === 0xff) at += 1;
    else if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7)) at += 2;
    else {
      at += 2 + uint(bytes, at + 2, 2);
      if (marker === 0xda) at = nextMarker(bytes, at);
    }
  }
}

// Inside a scan, FF is followed by a zero or a restart number; anything else ends the scan.
function nextMarker(bytes: Uint8Array, from: number): number {
  for (let at = from; ; at += 1) {
    at = bytes.indexOf(0xff, at);
    if (at < 0) throw new Truncated('The scan does not end');
    const following = uint(bytes, at + 1, 1);
    if (following !== 0 && (following < 0xd0 || following > 0xd7)) return at;
  }
}

function gifEnd(bytes: Uint8Array): number {
  const tableSize = (flags: number): number => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);
  let at = 13 + tableSize(uint(bytes, 10, 1));
  for (;;) {
    const block = uint(bytes, at, 1);
    if (block === 0x3b) return at + 1;
    if (block === 0x2c) at = blocksEnd(bytes, at + 11 + tableSize(uint(bytes, at + 9, 1)));
    else if (block === 0x21) at = blocksEnd(bytes, at + 2);
    else throw new Truncated('An unknown block');
  }
}

// Length-prefixed blocks of up to 255 bytes; an empty block is the last.
function blocksEnd(bytes: Uint8Array, from: number): number {
  let at = from;
  for (let length = uint(bytes, at, 1); length > 0; length = uint(bytes, at, 1)) at += length + 1;
  return at + 1;
}
