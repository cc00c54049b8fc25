import { setTimeout as wait } from 'node:timers/promises';
import type { Pool } from 'pg';

const look = 250;
/** Milliseconds in which any queue of ours must have become shorter. */
const stall = 60_000;

/** Follows the uploads that wait to be prepared. */
export class WorkQueue {
  readonly #database: Pool;
  #running = true;
  #watching: Promise<void>;
  /** The most that waited, and the seconds for which the oldest did. */
  worst = { count: 0, age: 0 };

  constructor(database: Pool) {
    this.#database = database;
    this.#watching = this.#watch();
  }

  async #now(): Promise<{ count: number; age: number }> {
    const { rows } = await this.#database.query<{ count: number; age: number }>(
      `select count(*)::int as count, coalesce(extract(epoch from now() - min(created_at)), 0)::float8 as age
         from graphile_worker.jobs where task_identifier = 'prepareMedia'`,
    );
    return rows[0] ?? { count: 0, age: 0 };
  }

  async #watch(): Promise<void> {
    while (this.#running) {
      const { count, age } = await this.#now();
      this.worst = { count: Math.max(this.worst.count, count), age: Math.max(this.worst.age, age) };
      await wait(look);
    }
  }

  /** Resolves to the seconds until nothing waits any more; undefined when the queue stands still. */
  async untilEmpty(): Promise<number | undefined> {
    const startedAt = performance.now();
    let least = Infinity;
    let progress = startedAt;
    for (;;) {
      const { count } = await this.#now();
      if (count === 0) return (performance.now() - startedAt) / 1000;
      if (count < least) [least, progress] = [count, performance.now()];
      if (performance.now() - progress > stall) return undefined;
      await wait(look);
    }
  }

  async close(): Promise<void> {
    this.#running = false;
    await this.#watching;
  }
}
