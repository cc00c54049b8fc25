import type { Writable } from 'node:stream';
import { type SQL, sql } from 'drizzle-orm';
import { type CsvRow, writeCsv } from '#api/ground/csv/write.ts';
import type { Database } from '#api/ground/db/client.ts';
import { rowsByCursor } from '#api/ground/db/cursor.ts';
import { oneMoment } from '#api/ground/db/one-moment.ts';
import { pageViews } from '#api/ground/db/schema.ts';

type Row = Readonly<Record<string, unknown>>;

const instant = (column: SQL) => sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** Streams the stored page views of profiles to `work`, the oldest first, in batches. */
export function readingPageViews(
  db: Database,
  ids: SQL,
  work: (rows: AsyncIterable<Row>) => Promise<void>,
): Promise<void> {
  const query = sql`
    select ${instant(sql`started_at`)} as "startedAt", ${instant(sql`received_at`)} as "receivedAt", name,
      page_url as "pageUrl", content_type as "contentType", textbook_name as "textBook", class_name as "className",
      lesson_id as "unitId", content_id as "contentId", duration_ms as "durationMs", coalesce(heard, false) as heard,
      ip_address as "ipAddress",
      client_ip as "clientIp", os, browser, browser_version as "browserVersion", session_key as "sessionKey",
      event_id as "eventId"
    from ${pageViews} where ${pageViews.profileId} in ${ids} order by started_at, event_id`;
  return db.transaction((tx) => work(rowsByCursor(tx, query)), oneMoment);
}

const columns = [
  ...['startedAt', 'name', 'pageUrl', 'contentType', 'textBook', 'className', 'unitId', 'contentId', 'durationMs'],
  ...['heard', 'ipAddress', 'clientIp', 'os', 'browser', 'browserVersion', 'sessionKey', 'eventId', 'receivedAt'],
];

/** The same as a CSV table with translated headings. */
export const pageViewTable =
  (db: Database, ids: SQL, words: Readonly<Record<string, string>>) =>
  (target: Writable): Promise<void> =>
    readingPageViews(db, ids, (rows) =>
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
