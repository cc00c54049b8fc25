const headerSize = 12;
const entrySize = 16;

/** A font file out of its tables, each on a multiple of four (OpenType 1.9, "Organization of an OpenType font"). */
export function trueTypeOf(tables: ReadonlyMap<string, Buffer>): Buffer {
  const sorted = [...tables].sort(([a], [b]) => (a < b ? -1 : 1));
  const header = Buffer.alloc(headerSize + sorted.length * entrySize);
  header.writeUInt32BE(0x00010000, 0);
  header.writeUInt16BE(sorted.length, 4);
  let place = header.length;
  const parts = sorted.map(([tag, table], index) => {
    const entry = headerSize + index * entrySize;
    header.write(tag, entry, 'latin1');
    header.writeUInt32BE(place, entry + 8);
    header.writeUInt32BE(table.length, entry + 12);
    const padded = Buffer.alloc(Math.ceil(table.length / 4) * 4);
    table.copy(padded);
    place += padded.length;
    return padded;
  });
  return Buffer.concat([header, ...parts]);
}
