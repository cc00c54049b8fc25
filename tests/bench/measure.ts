import { Pool } from 'undici';

/** Times of one thing, in milliseconds. */
export interface Times {
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
}

export function timesOf(samples: readonly number[]): Times {
  const sorted = [...samples].sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99) };
}

export async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** Asks over kept connections; whatever is not a success ends the run, since its time would mean nothing. */
export class Asker {
  readonly #pool: Pool;
  readonly #headers: Readonly<Record<string, string>>;

  constructor(url: string, connections: number, headers: Readonly<Record<string, string>> = {}) {
    this.#pool = new Pool(url, { connections });
    this.#headers = headers;
  }

  async get(path: string, headers: Readonly<Record<string, string>> = {}): Promise<string> {
    const answer = await this.#pool.request({ method: 'GET', path, headers: { ...this.#headers, ...headers } });
    const text = await answer.body.text();
    if (answer.statusCode !== 200) throw new Error(`${path} answered ${answer.statusCode}: ${text.slice(0, 300)}`);
    return text;
  }

  close(): Promise<void> {
    return this.#pool.close();
  }
}

/** How many answers come in a second when so many ask at once. */
export async function throughput(ask: () => Promise<unknown>, askers: number, milliseconds: number): Promise<number> {
  const start = performance.now();
  let answered = 0;
  const keepAsking = async (): Promise<void> => {
    while (performance.now() - start < milliseconds) {
      await ask();
      answered += 1;
    }
  };
  await Promise.all(Array.from({ length: askers }, keepAsking));
  return (answered * 1000) / (performance.now() - start);
}
