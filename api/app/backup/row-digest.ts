import { hash } from 'node:crypto';
import { Transform, type TransformCallback } from 'node:stream';

const newline = 0x0a;
const lanes = 8;

/**
 * Counts and hashes the rows of a `COPY … TO` in text format as they pass through. The digest is the sum of the rows'
 * SHA-256, so it does not depend on their order: two tables with the same rows have the same digest on any server.
 */
export class RowDigest extends Transform {
  rows = 0;
  readonly #sum = new Uint32Array(lanes);
  #rest: Buffer = Buffer.alloc(0);

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    const text = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    let from = 0;
    // COPY writes a line break inside a value as `\n`, so each line is one row.
    for (let end = text.indexOf(newline); end !== -1; end = text.indexOf(newline, from)) {
      this.#add(text.subarray(from, end));
      from = end + 1;
    }
    this.#rest = text.subarray(from);
    done(null, chunk);
  }

  override _flush(done: TransformCallback): void {
    done(this.#rest.length === 0 ? null : new Error('COPY ended in the middle of a row'));
  }

  #add(row: Buffer): void {
    this.rows += 1;
    const digest = hash('sha256', row, 'buffer');
    for (let lane = 0; lane < lanes; lane += 1)
      this.#sum[lane] = (this.#sum[lane] ?? 0) + digest.readUInt32BE(lane * 4);
  }

  get digest(): string {
    return Array.from(this.#sum, (lane) => lane.toString(16).padStart(8, '0')).join('');
  }
}
