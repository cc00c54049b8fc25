import { Client } from 'pg';
import type { Database } from '#api/ground/db/client.ts';
import { withRollupLock } from '#api/domains/usage/lock.ts';
import { createPartitions } from '#api/domains/usage/partitions.ts';
import { rebuild } from '#api/domains/usage/rebuild.ts';
import { idSql } from './bench-ids.ts';

export const usageZone = 'Asia/Tokyo';

export interface UsageSize {
  readonly views: number;
  readonly classes: number;
  readonly textbooks: number;
}

// A visit is one child on one day: the class, its units, a unit and four of its pages. A class comes together.
const perVisit = 7;
const perLesson = 20;
const days = 730;
const perBook = 10;
const perUnit = 6;

/** Fills two years up to now with page views of a school that `fillSchool` made. */
export async function fillViews(url: string, db: Database, { views, classes, textbooks }: UsageSize): Promise<void> {
  const now = new Date();
  await createPartitions(db, new Date(now.getTime() - days * 86_400_000), now);
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(`set synchronous_commit = off; set work_mem = '256MB'; truncate page_views`);
    const visits = Math.ceil(views / perVisit);
    const step = 100_000;
    for (let first = 0; first < visits; first += step)
      await client.query(visitsSql(first, Math.min(first + step, visits), { classes, textbooks }));
    await client.query('vacuum analyze page_views');
  } finally {
    await client.end();
  }
}

// Large primes scatter a running number over what it is taken modulo of.
const scattered = (number: string, prime: number, count: number) => `mod(${number}::bigint * ${prime}, ${count})::int`;

const visitsSql = (first: number, end: number, { classes, textbooks }: Pick<UsageSize, 'classes' | 'textbooks'>) => `
  insert into page_views (event_id, name, page_url, content_type, textbook_id, class_id, lesson_id, content_id,
    session_key, visitor, ip_address, os, browser, browser_version, duration_ms, started_at)
  select md5('view' || visit || ' ' || page)::uuid,
    case page when 0 then 'Class' when 1 then 'Units' when 2 then 'Unit' else 'Content' end,
    case page when 0 then '/student/class/:classHashCode' when 1 then '/student/units' when 2 then '/student/unit/:id'
      else '/student/content/:contentHashCode' end,
    case when page > 2 then 1 + mod(content, 6) end, ${idSql(1, 'book')}, ${idSql(2, 'class')},
    case when page > 1 then ${idSql(6, 'unit')} end, case when page > 2 then ${idSql(7, 'content')} end,
    key, key, '10.' || mod(class, 250) || '.' || mod(class / 250, 250) || '.0',
    (array['iPadOS 18', 'Chrome OS', 'Windows 11', 'Android 15'])[1 + mod(visit, 4)],
    (array['Safari', 'Chrome', 'Edge', 'Chrome'])[1 + mod(visit, 4)], (130 + mod(visit, 12)) || '.0',
    1000 + ${scattered('(visit * 7 + page)', 7919, 240_000)},
    (date_trunc('day', now() at time zone '${usageZone}') - day * interval '1 day' + interval '8 hours'
      + (mod(visit, 36000) + page * 60) * interval '1 second') at time zone '${usageZone}'
  from generate_series(${first}, ${end - 1}) visit
    cross join lateral (select visit / ${perLesson} lesson, md5('session' || visit)::uuid key) who
    cross join lateral (select 1 + ${scattered('lesson', 104_729, days - 1)} as day,
      ${scattered('lesson', 611_953, classes)} as class) taught
    cross join lateral (select mod(class, ${textbooks}) book) reads
    cross join lateral (select book * ${perBook} + ${scattered('lesson', 15_485_863, perBook)} unit) opens
    cross join generate_series(0, ${perVisit - 1}) page
    cross join lateral (select unit * ${perUnit} + mod(visit + page, ${perUnit}) content) looks`;

/** Adds them up, as `npm run usage:rebuild` does. */
export async function addUpViews(url: string, db: Database): Promise<void> {
  await withRollupLock(db, (tx) => rebuild(tx, usageZone));
  // The service's own connections give up long before.
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query('vacuum analyze');
  await client.end();
}
