import { drizzle, type NodePgDatabase, type NodePgQueryResultHKT } from 'drizzle-orm/node-postgres';
import type { PgDatabase } from 'drizzle-orm/pg-core';
import { Client, type Pool } from 'pg';
import { isStale, preparingClient, StatementNames } from './prepared-statements.ts';
import { databaseError } from './violations.ts';
import { type Wall, WalledPool } from './wall/walled-pool.ts';
import { keptAlive } from './kept-alive.ts';

/** Queries name their tables (`db.select().from(users)`); drizzle's relational `db.query` is not set up. */
export type Database = NodePgDatabase;

/** The connection of a store's function: the database, or a transaction that the caller has opened. */
export type Queryable = PgDatabase<NodePgQueryResultHKT, Record<string, never>>;

export interface DatabaseOptions {
  /** Connections at most; a query waits 5 s for a free one. */
  max: number;
  /**
   * A transaction pooler such as PgBouncer is between this process and the database. The pooler refuses start-up
   * parameters, so its own configuration sets the timeouts (docs/pgbouncer.ini).
   */
  pooled?: boolean;
  /** Whether connections keep prepared statements. The default is true, or false with a pooler. */
  prepared?: boolean;
  /** Called for every connection that is lost while idle, for example when the server restarts. */
  onConnectionLost?: (error: Error) => void;
}

export interface DatabaseHandle {
  db: Database;
  pool: Pool;
  /** From now on work behind the wall runs as the wall's role (`wall/viewer.ts`). */
  raiseWall: (wall: Wall) => void;
  /** Waits for running queries, then closes every connection. */
  close: () => Promise<void>;
}

const timeouts = { statement_timeout: 15_000, idle_in_transaction_session_timeout: 30_000 };

/** Sends each statement without its name, so that PostgreSQL does not keep it prepared. */
class UnpreparedClient extends Client {
  constructor(config?: ConstructorParameters<typeof Client>[0]) {
    super(config);
    const query: unknown = Reflect.get(Client.prototype, 'query');
    if (typeof query !== 'function') return;
    const unnamed = (...given: unknown[]): unknown => {
      const answer: unknown = Reflect.apply(query, this, given.map(withoutName));
      return answer;
    };
    Reflect.set(this, 'query', unnamed);
  }
}

function withoutName(given: unknown): unknown {
  const isConfig = typeof given === 'object' && given !== null && 'text' in given && 'name' in given;
  return isConfig && !('submit' in given) ? { ...given, name: undefined } : given;
}

/** Whether statements run without a time limit, which happens when the pooler does not set the timeouts. */
export async function isWithoutTimeout(pool: Pool): Promise<boolean> {
  const { rows } = await pool.query<{ timeout: string }>(`select current_setting('statement_timeout') as timeout`);
  return rows[0]?.timeout === '0';
}

/** Connections behind the wall at most, beside a pool of `max`. They are opened when staff of schools call. */
export const walledConnections = (max: number): number => Math.ceil(max / 2);

/** Connections to PostgreSQL that heal by themselves after its restart. Nothing is connected before the first query. */
export function createDatabase(
  url: string,
  { max, pooled = false, prepared = !pooled, onConnectionLost = () => {} }: DatabaseOptions,
): DatabaseHandle {
  const pool = new WalledPool({
    connectionString: url,
    max,
    walledMax: walledConnections(max),
    pooled,
    application_name: 'manabook',
    connectionTimeoutMillis: 5_000,
    // Idle connections are kept: at the beginning of a lesson, opening new ones would take longer than many of the requests.
    idleTimeoutMillis: 0,
    ...keptAlive,
    Client: prepared ? preparingClient(new StatementNames(), pooled) : UnpreparedClient,
    ...(!pooled && timeouts),
  });
  // Without a listener, an `error` event ends the process. The pool emits it for idle connections, the client for
  // connections in use.
  for (const part of pool.pools) {
    part.on('error', onConnectionLost);
    part.on('connect', (client) => client.on('error', onConnectionLost));
  }

  const db = drizzle(pool);
  // Drizzle's own `transaction` does not release the connection when `begin` fails, for example while the database shuts down.
  const once: typeof db.transaction = async (work, config) => {
    const client = await pool.connect();
    try {
      const becomeViewer = pool.inTransaction;
      return await drizzle(client).transaction(async (tx) => {
        if (becomeViewer) await tx.execute(becomeViewer);
        return work(tx);
      }, config);
    } finally {
      client.release();
    }
  };
  db.transaction = async (work, config) => {
    for (let tries = 1; ; tries += 1) {
      try {
        return await once(work, config);
      } catch (error) {
        const refusal = databaseError(error);
        // PostgreSQL ended this transaction to resolve a deadlock (40P01). The other one goes on, so a retry can succeed.
        const mayTryAgain = refusal?.code === '40P01' || isStale(refusal);
        if (tries === 3 || !mayTryAgain) throw error;
      }
    }
  };
  return { db, pool, raiseWall: (wall) => pool.raise(wall), close: () => pool.end() };
}
