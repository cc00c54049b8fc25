import { Client, DatabaseError } from 'pg';

/** The database of DATABASE_URL cannot be used. The message has the reason and the remedy, without the password. */
export class DatabaseProblem extends Error {
  override readonly name = 'DatabaseProblem';
}

interface Facts {
  readonly encoding: string;
  /** Manabook's tables exist. */
  readonly made: boolean;
  readonly create: boolean;
  readonly extension: boolean;
  /** PostgreSQL was built with ICU and has its Japanese order. */
  readonly order: boolean;
}

// A role that only serves needs no right to create what already exists.
const facts = `
  select pg_encoding_to_char(encoding) as encoding,
    to_regclass('drizzle.__drizzle_migrations') is not null as made,
    has_database_privilege(current_database(), 'CREATE')
      and coalesce(has_schema_privilege(to_regnamespace('public'), 'CREATE'), false) as create,
    exists (select from pg_available_extensions where name = 'pg_trgm') as extension,
    exists (select from pg_collation where collname = 'ja-x-icu') as "order"
  from pg_database where datname = current_database()`;

/**
 * Checks that a database can be used: reachable, UTF-8, with ICU's Japanese order, pg_trgm and the right to create tables. Throws
 * `DatabaseProblem` for permanent problems, and the driver's error when the server is temporarily away.
 */
export async function checkDatabase(url: string): Promise<void> {
  const client = new Client({
    connectionString: url,
    application_name: 'manabook check',
    connectionTimeoutMillis: 5_000,
  });
  const { host, user = '', database = '' } = client;
  const place = { host, user, database };
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<Facts>(facts);
    const [found] = rows;
    if (found) refuse(found, place);
  } catch (error) {
    throw inWords(error, place);
  } finally {
    await client.end().catch(() => {});
  }
}

interface Place {
  readonly host: string;
  readonly user: string;
  readonly database: string;
}

function refuse({ encoding, made, create, extension, order }: Facts, { user, database }: Place): void {
  if (encoding !== 'UTF8')
    throw new DatabaseProblem(
      `The database "${database}" (DATABASE_URL) has the encoding ${encoding}, and only UTF8 holds every name. Make another one: create database manabook encoding 'UTF8' template template0`,
    );
  if (!order)
    throw new DatabaseProblem(
      'The PostgreSQL that DATABASE_URL names lacks the collation "ja-x-icu", by which names are sorted: it was built without ICU. Use one that was built with it (--with-icu), as most packages are.',
    );
  if (made) return;
  if (!create)
    throw new DatabaseProblem(
      `The user "${user}" (DATABASE_URL) has no right to create tables in the database "${database}". Make that user its owner: alter database "${database}" owner to "${user}"`,
    );
  if (!extension)
    throw new DatabaseProblem(
      'The PostgreSQL that DATABASE_URL names lacks the extension pg_trgm. Install its package of additional modules, such as postgresql-contrib.',
    );
}

function inWords(error: unknown, { host, user, database }: Place): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ENOTFOUND')
    return new DatabaseProblem(`DATABASE_URL names the host "${host}", which this machine does not know.`);
  if (!(error instanceof DatabaseError)) return error;
  if (code === '28P01' || code === '28000')
    return new DatabaseProblem(`PostgreSQL on "${host}" refuses the user "${user}" or its password (DATABASE_URL).`);
  if (code === '3D000')
    return new DatabaseProblem(
      `PostgreSQL on "${host}" has no database "${database}" (DATABASE_URL). Make it: create database "${database}" encoding 'UTF8' template template0`,
    );
  return error;
}
