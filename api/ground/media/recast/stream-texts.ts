import { Refused } from './refused.ts';

// A stream contains more than pictures and sound: encoders write their names, versions and settings into it, and
// cameras write other data. The container's tags are not copied at all.

type Bytes = Uint8Array<ArrayBufferLike>;

/** A coded picture is a list of units, each behind its length. */
interface Units {
  /** The bytes of a length. */
  readonly lengthSize: number;
  readonly isMessage: (firstByte: number) => boolean;
}

const bytesOf = (data: AllowSharedBufferSource): Bytes =>
  ArrayBuffer.isView(data) ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength) : new Uint8Array(data);

// Supplemental enhancement information: of H.264 unit type 6, of H.265 the types 39 and 40.
function unitsOf(codec: string, description: Bytes): Units | undefined {
  if (codec === 'avc')
    return { lengthSize: ((description[4] ?? 3) & 3) + 1, isMessage: (firstByte) => (firstByte & 0x1f) === 6 };
  if (codec !== 'hevc') return undefined;
  const isMessage = (firstByte: number) => [39, 40].includes((firstByte >> 1) & 0x3f);
  return { lengthSize: ((description[21] ?? 3) & 3) + 1, isMessage };
}

/** Takes the messages out of the packets of H.264, H.265 (SEI) and AV1 (metadata); VP8 and VP9 have none. */
export function withoutMessages(
  codec: string,
  description: AllowSharedBufferSource | undefined,
): (packet: Bytes) => Bytes {
  if (codec === 'av1') return keptObus;
  if (codec !== 'avc' && codec !== 'hevc') return (packet) => packet;
  // Without the description, units would be separated by start codes, which MP4 does not have.
  const units = description && unitsOf(codec, bytesOf(description));
  if (!units) throw new Refused('messages.recordingBroken');
  return (packet) => keptUnits(packet, units);
}

function keptUnits(packet: Bytes, { lengthSize, isMessage }: Units): Bytes {
  const kept: Bytes[] = [];
  let at = 0;
  while (at < packet.length) {
    const start = at + lengthSize;
    const length = packet.subarray(at, start).reduce((sum, byte) => sum * 256 + byte, 0);
    // The last unit of a truncated film is shorter than its length field.
    const end = Math.min(start + length, packet.length);
    const [firstByte] = packet.subarray(start, end);
    if (firstByte !== undefined && !isMessage(firstByte)) kept.push(packet.subarray(at, end));
    at = Math.max(end, start);
  }
  // A sample may be empty, where a recorder had no picture.
  if (kept.length === 0 && packet.length > 0) throw new Refused('messages.recordingBroken');
  return Buffer.concat(kept);
}

// Open bitstream units of AV1: sequence header, temporal delimiter, frame header, tile group, frame, redundant frame
// header and tile list. Decoders skip all others: metadata (5), padding (15) and reserved types, which hold any bytes.
const pictureObus = new Set([1, 2, 3, 4, 6, 7, 8]);

/** The units of an AV1 packet that make its picture. A unit has a header of one or two bytes, a size, and content. */
function keptObus(packet: Bytes): Bytes {
  const kept: Bytes[] = [];
  let at = 0;
  while (at < packet.length) {
    const header = packet[at] ?? 0;
    const [hasExtension, hasSize] = [(header & 4) !== 0, (header & 2) !== 0];
    const start = at + (hasExtension ? 2 : 1);
    // The last unit may have no size. Such a unit ends with the packet.
    const { value, end: content } = hasSize ? leb128(packet, start) : { value: packet.length - start, end: start };
    const end = Math.min(content + value, packet.length);
    if (pictureObus.has((header >> 3) & 15)) kept.push(packet.subarray(at, end));
    at = Math.max(end, at + 1);
  }
  if (kept.length === 0 && packet.length > 0) throw new Refused('messages.recordingBroken');
  return Buffer.concat(kept);
}

/** An unsigned number in up to eight bytes of seven bits, the lowest first (LEB128), and the place after its bytes. */
function leb128(bytes: Bytes, start: number): { value: number; end: number } {
  let value = 0;
  for (let index = 0; index < 8; index += 1) {
    const byte = bytes[start + index] ?? 0;
    value += (byte & 0x7f) * 128 ** index;
    if ((byte & 0x80) === 0) return { value, end: start + index + 1 };
  }
  return { value, end: start + 8 };
}

/** The description of H.265 may hold messages too: its arrays of units are kept without those. */
export function describedWithout(codec: string, description: AllowSharedBufferSource | undefined): Bytes | undefined {
  if (description === undefined) return undefined;
  const bytes = bytesOf(description);
  if (codec !== 'hevc') return bytes;
  const header = 23;
  const kept: Bytes[] = [];
  let at = header;
  for (let array = 0; array < (bytes[header - 1] ?? 0); array += 1) {
    const start = at;
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const count = at + 3 <= bytes.length ? view.getUint16(at + 1) : 0;
    at += 3;
    for (let unit = 0; unit < count && at + 2 <= bytes.length; unit += 1) at += 2 + view.getUint16(at);
    const type = (bytes[start] ?? 0) & 0x3f;
    if (type !== 39 && type !== 40) kept.push(bytes.subarray(start, at));
  }
  return Buffer.concat([bytes.subarray(0, header - 1), Uint8Array.of(kept.length), ...kept]);
}

// libavcodec fills its first AAC frame with its name and version, LAME the rest of its MP3 frames. Both are bytes that
// decoders pass over.
const encoderName = /Lav[cf]\d[\d.]*|Lav[cf]\b|LAME\d[\w.]*/g;

/** Overwrites the encoder's name in a packet of sound. */
export function withoutEncoder(codec: string, packet: Bytes): Bytes {
  if (codec !== 'aac' && codec !== 'mp3') return packet;
  const text = Buffer.from(packet.buffer, packet.byteOffset, packet.byteLength).toString('latin1');
  const found = [...text.matchAll(encoderName)];
  if (found.length === 0) return packet;
  const clean = Uint8Array.from(packet);
  for (const { index, 0: name } of found) clean.fill(0, index, index + name.length);
  return clean;
}
