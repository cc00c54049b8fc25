import {
  closeSync,
  existsSync,
  fstatSync,
  openSync,
  renameSync,
  statSync,
  truncateSync,
  copyFileSync,
  writeSync,
} from 'node:fs';

/** In bytes, the same for every service; compose.yaml has the same limit. */
export const LIMIT = 10_000_000;

/** A log that keeps its last ten to twenty megabytes: the file and one older part beside it. */
export class LogFile {
  readonly path: string;
  readonly #limit: number;
  #file: number;
  #size: number;

  constructor(path: string, limit = LIMIT) {
    this.path = path;
    this.#limit = limit;
    this.#file = openSync(path, 'a', 0o600);
    this.#size = fstatSync(this.#file).size;
  }

  write(chunk: Buffer): void {
    try {
      if (this.#size > this.#limit) this.#turn();
      this.#size += writeSync(this.#file, chunk);
    } catch {
      // A full disk or a missing folder must not end the launcher, which keeps everything else running.
    }
  }

  #turn(): void {
    renameSync(this.path, `${this.path}.1`);
    const full = this.#file;
    this.#file = openSync(this.path, 'a', 0o600);
    this.#size = 0;
    closeSync(full);
  }
}

/** Limits a file that another process appends to. */
export function keepShort(path: string): void {
  try {
    if (!existsSync(path) || statSync(path).size < LIMIT) return;
    copyFileSync(path, `${path}.1`);
    truncateSync(path);
  } catch {
    // The next check tries again.
  }
}
