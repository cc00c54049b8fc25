import { type SQL, sql } from 'drizzle-orm';
import { Pool, type PoolClient, type PoolConfig } from 'pg';
import { viewerNow } from './viewer.ts';

/** The wall of a database, as its migration has built it. */
export interface Wall {
  /** The role whose policies show the viewer's rows only. */
  readonly role: string;
}

interface Options extends PoolConfig {
  /** Connections behind the wall at most. */
  readonly walledMax: number;
  /** A pooler gives a connection for one transaction, so that nothing of a session stays. */
  readonly pooled: boolean;
}

type Connected = (error: Error | undefined, client: PoolClient | undefined, done: (release?: unknown) => void) => void;

const becomeViewer = `
  select set_config('role', $1, $4), set_config('manabook.viewer', $2, $4), set_config('manabook.people', $3, $4)`;

/** The settings that the row-level security policies read. */
interface Viewing {
  readonly role: string;
  readonly viewer: string;
  /** Whether people of other schools are hidden: `own`, or nothing. */
  readonly people: string;
}

/**
 * A pool that gives work behind the wall another connection, which keeps the wall's role: PostgreSQL plans a kept
 * statement anew when the role changes. Such a connection keeps its viewer; setting the next viewer takes one round
 * trip.
 */
export class WalledPool extends Pool {
  readonly #walled: Pool;
  readonly #pooled: boolean;
  readonly #viewers = new WeakMap<PoolClient, string>();
  #role: string | undefined;

  constructor({ walledMax, pooled, ...config }: Options) {
    super(config);
    this.#pooled = pooled;
    this.#walled = new Pool({ ...config, max: walledMax });
    if (pooled) this.#queryInTransactions();
  }

  /** The two connection pools: without the wall, and behind it. */
  get pools(): readonly Pool[] {
    return [this, this.#walled];
  }

  /** From now on work behind the wall runs as the wall's role; until then as everything else. */
  raise({ role }: Wall): void {
    this.#role = role;
  }

  /** The first statement of a transaction behind the wall, where a pooler keeps nothing of a session. */
  get inTransaction(): SQL | undefined {
    const viewing = this.#pooled ? this.#viewing() : undefined;
    return (
      viewing &&
      sql`select set_config('role', ${viewing.role}, true), set_config('manabook.viewer', ${viewing.viewer}, true),
        set_config('manabook.people', ${viewing.people}, true)`
    );
  }

  override connect(): Promise<PoolClient>;
  override connect(callback: Connected): void;
  override connect(callback?: Connected): Promise<PoolClient> | undefined {
    const viewing = this.#viewing();
    if (!viewing) {
      if (!callback) return super.connect();
      super.connect(callback);
      return undefined;
    }
    const connected = this.#connectAs(viewing);
    if (!callback) return connected;
    connected.then(
      (client) => callback(undefined, client, () => client.release()),
      (error: unknown) => callback(error instanceof Error ? error : new Error(String(error)), undefined, () => {}),
    );
    return undefined;
  }

  override async end(): Promise<void> {
    await Promise.all([super.end(), this.#walled.end()]);
  }

  #viewing(): Viewing | undefined {
    const now = viewerNow();
    if (this.#role === undefined || !now) return undefined;
    return { role: this.#role, viewer: now.userId, people: now.asksPeople ? 'own' : '' };
  }

  async #connectAs({ role, viewer, people }: Viewing): Promise<PoolClient> {
    const client = await this.#walled.connect();
    const known = `${viewer} ${people}`;
    if (this.#pooled || this.#viewers.get(client) === known) return client;
    try {
      await client.query(becomeViewer, [role, viewer, people, false]);
    } catch (error) {
      client.release(true);
      throw error;
    }
    this.#viewers.set(client, known);
    return client;
  }

  // A statement by itself becomes a transaction that names its viewer first.
  #queryInTransactions(): void {
    const query: unknown = Reflect.get(Pool.prototype, 'query');
    if (typeof query !== 'function') throw new Error('pg is not the version that is meant');
    Reflect.set(this, 'query', (...given: unknown[]): unknown => {
      const viewing = this.#viewing();
      if (viewing) return this.#queryAs(viewing, given);
      const answer: unknown = Reflect.apply(query, this, given);
      return answer;
    });
  }

  async #queryAs({ role, viewer, people }: Viewing, given: unknown[]) {
    const client = await this.#walled.connect();
    let failed = true;
    try {
      await client.query('begin');
      await client.query(becomeViewer, [role, viewer, people, true]);
      const query: unknown = Reflect.get(client, 'query');
      if (typeof query !== 'function') throw new Error('pg is not the version that is meant');
      const answer: unknown = await Reflect.apply(query, client, given);
      await client.query('commit');
      failed = false;
      return answer;
    } finally {
      // A connection that is closed leaves no transaction open, as after any statement that fails in a pool.
      client.release(failed);
    }
  }
}
