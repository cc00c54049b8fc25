import { inflateSync } from 'node:zlib';

/** The tables of a WOFF font that drawing words needs. */
export interface FontTables {
  unitsPerEm: number;
  glyphs: Buffer;
  /** The offset of each glyph's outline in `glyphs`; one more entry than there are glyphs. */
  offsets: readonly number[];
  glyphOf: (codePoint: number) => number;
  advanceOf: (glyph: number) => number;
}

const directoryStart = 44;
const directoryEntry = 20;

/** The tables of a WOFF 1 file, unpacked (W3C "WOFF File Format 1.0"). */
export function unpackWoff(file: Buffer): ReadonlyMap<string, Buffer> {
  if (file.toString('latin1', 0, 4) !== 'wOFF') throw new Error('Not a WOFF 1 font');
  const tables = new Map<string, Buffer>();
  for (let index = 0; index < file.readUInt16BE(12); index += 1) {
    const entry = directoryStart + index * directoryEntry;
    const start = file.readUInt32BE(entry + 4);
    const packed = file.subarray(start, start + file.readUInt32BE(entry + 8));
    const isPacked = packed.length < file.readUInt32BE(entry + 12);
    tables.set(file.toString('latin1', entry, entry + 4), isPacked ? inflateSync(packed) : packed);
  }
  return tables;
}

/** Reads the tables of a font with TrueType outlines (OpenType 1.9). */
export function readFont(tables: ReadonlyMap<string, Buffer>): FontTables {
  const table = (tag: string): Buffer => {
    const found = tables.get(tag);
    if (!found) throw new Error(`The font has no table ${tag}`);
    return found;
  };
  const head = table('head');
  return {
    unitsPerEm: head.readUInt16BE(18),
    glyphs: table('glyf'),
    offsets: readOffsets(table('loca'), head.readInt16BE(50) === 1),
    glyphOf: readCharacters(table('cmap')),
    advanceOf: readAdvances(table('hmtx'), table('hhea').readUInt16BE(34)),
  };
}

function readOffsets(loca: Buffer, long: boolean): number[] {
  const size = long ? 4 : 2;
  return Array.from({ length: loca.length / size }, (_, index) =>
    long ? loca.readUInt32BE(index * size) : loca.readUInt16BE(index * size) * 2,
  );
}

function readAdvances(hmtx: Buffer, count: number): (glyph: number) => number {
  // Glyphs past the last entry are as wide as the last.
  return (glyph) => hmtx.readUInt16BE(Math.min(glyph, count - 1) * 4);
}

// Format 4, the table of the basic plane, is in every web font; emoji and rare kanji beyond it are not drawn.
function readCharacters(cmap: Buffer): (codePoint: number) => number {
  const starts = Array.from({ length: cmap.readUInt16BE(2) }, (_, index) => cmap.readUInt32BE(8 + index * 8));
  const start = starts.find((place) => cmap.readUInt16BE(place) === 4);
  if (start === undefined) throw new Error('The font has no character table of format 4');
  const size = cmap.readUInt16BE(start + 6);
  const [ends, firsts] = [start + 14, start + 16 + size];
  return (codePoint) => {
    for (let segment = 0; segment < size; segment += 2) {
      if (codePoint > cmap.readUInt16BE(ends + segment)) continue;
      const first = cmap.readUInt16BE(firsts + segment);
      if (codePoint < first) return 0;
      const delta = cmap.readUInt16BE(firsts + size + segment);
      const rangePlace = firsts + 2 * size + segment;
      const range = cmap.readUInt16BE(rangePlace);
      if (range === 0) return (codePoint + delta) & 0xffff;
      const glyph = cmap.readUInt16BE(rangePlace + range + (codePoint - first) * 2);
      return glyph === 0 ? 0 : (glyph + delta) & 0xffff;
    }
    return 0;
  };
}
