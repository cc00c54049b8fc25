import type { Writable } from 'node:stream';
import { type SQL, sql } from 'drizzle-orm';
import { type CsvRow, writeCsv } from '#api/ground/csv/write.ts';
import type { Database } from '#api/ground/db/client.ts';
import { rowsByCursor } from '#api/ground/db/cursor.ts';
import { oneMoment } from '#api/ground/db/one-moment.ts';
import { pageViews } from '#api/ground/db/schema.ts';

type Row = Readonly<Record<string, unknown>>;

interface Reading {
  readonly db: Database;
  /** The ids of the profiles. */
  readonly ids: SQL;
  /** Writes an instant as text. */
  readonly timeOf: (column: SQL) => SQL;
}

/** ISO 8601 in UTC, for programs. */
export const utcTime = (column: SQL): SQL =>
  sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** Date and time for spreadsheets, in the page view's own time zone, or in the installation's where it has none. */
const localTime =
  (timeZone: string) =>
  (column: SQL): SQL =>
    sql`to_char(${column} at time zone coalesce(${pageViews.timeZone}, ${timeZone}::text), 'YYYY-MM-DD HH24:MI:SS')`;

/** Streams the stored page views of profiles to `work`, the oldest first, in batches. */
export function readingPageViews(
  { db, ids, timeOf }: Reading,
  work: (rows: AsyncIterable<Row>) => Promise<void>,
): Promise<void> {
  const query = sql`
    select ${timeOf(sql`started_at`)} as "startedAt", ${timeOf(sql`received_at`)} as "receivedAt", name,
      page_url as "pageUrl", content_type as "contentType", textbook_name as "textBook", class_name as "className",
      lesson_id as "unitId", content_id as "contentId", duration_ms as "durationMs", coalesce(heard, false) as heard,
      ip_address as "ipAddress",
      client_ip as "clientIp", os, browser, browser_version as "browserVersion", session_key as "sessionKey",
      event_id as "eventId"
    from ${pageViews} where ${pageViews.profileId} = any(${ids}) order by started_at, event_id`;
  return db.transaction((tx) => work(rowsByCursor(tx, query)), oneMoment);
}

const columns = [
  ...['startedAt', 'name', 'pageUrl', 'contentType', 'textBook', 'className', 'unitId', 'contentId', 'durationMs'],
  ...['heard', 'ipAddress', 'clientIp', 'os', 'browser', 'browserVersion', 'sessionKey', 'eventId', 'receivedAt'],
];

interface Table extends Pick<Reading, 'db' | 'ids'> {
  /** The installation's time zone. */
  readonly timeZone: string;
  readonly words: Readonly<Record<string, string>>;
}

/** The page views as a CSV table, with translated headings and the school's times. */
export const pageViewTable =
  ({ db, ids, timeZone, words }: Table) =>
  (target: Writable): Promise<void> =>
    readingPageViews({ db, ids, timeOf: localTime(timeZone) }, (rows) =>
      writeCsv(
        target,
        columns.map((name) => words[`column-${name}`] ?? name),
        cellsOf(rows),
      ),
    );

async function* cellsOf(rows: AsyncIterable<Row>): AsyncGenerator<CsvRow> {
  for await (const row of rows) yield columns.map((name) => cellOf(row[name]));
}

function cellOf(value: unknown): string | number | null {
  if (value === true) return 1;
  return typeof value === 'string' || typeof value === 'number' ? value : null;
}
