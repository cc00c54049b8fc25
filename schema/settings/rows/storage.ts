import { onOff, text, url, webAddress, wholeNumber } from '../kinds.ts';
import { behind, servers } from '../readers.ts';
import type { Setting } from '../setting.ts';

const postgres = url(
  'the address of a PostgreSQL, such as postgresql://user:password@host:5432/manabook',
  /^postgres(ql)?$/,
);

/** The storage of rows and files. */
export const storage = {
  SETTINGS_FILE: {
    ...text('the path of a file'),
    readBy: servers,
    means:
      'a file with a `NAME=value` a line, which `npm run setup` writes; what the environment sets wins; unset, `DATA_DIR/settings.env` if it is there',
  },
  DATABASE_URL: {
    ...postgres,
    secret: true,
    readBy: ['launcher', 'api', 'worker', 'commands'],
    means: 'an existing PostgreSQL instead of the embedded one; UTF-8, built with ICU, `pg_trgm` allowed',
  },
  DATABASE_POOL: {
    ...wholeNumber(1, 1_000),
    standard: '20',
    readBy: behind,
    means: 'connections to the database, of each API process; half as many again serve owners and teachers of schools',
  },
  DATABASE_SESSION_URL: {
    ...postgres,
    secret: true,
    readBy: behind,
    means: 'the same PostgreSQL past its pooler, if `DATABASE_URL` leads to one, such as PgBouncer',
  },
  DATABASE_PREPARED: {
    ...onOff,
    readBy: behind,
    means:
      'whether connections keep prepared statements; unset, `on` without `DATABASE_SESSION_URL`; PgBouncer needs `max_prepared_statements` for it',
  },
  DATABASE_REPORTS_URL: {
    ...postgres,
    secret: true,
    readBy: behind,
    means:
      'a read replica of `DATABASE_URL`, from which reports are read; while it is away they come from the main one',
  },
  WORKER_POOL: {
    ...wholeNumber(1, 1_000),
    standard: '5',
    readBy: behind,
    means: 'connections to the database of each worker, besides two and one for each job at once',
  },
  WORKER_JOBS: {
    ...wholeNumber(1, 50),
    standard: '3',
    readBy: behind,
    means: 'jobs that a worker works on at once',
  },
  API_JOBS: {
    ...onOff,
    standard: 'off',
    readBy: behind,
    means: 'whether the API works on jobs too, so that no worker is needed',
  },
  DATA_DIR: {
    ...text('the path of a folder'),
    standard: 'data',
    readBy: ['launcher', 'api', 'worker', 'commands'],
    means: 'database, media and logs',
  },
  S3_BUCKET: {
    ...text('the name of a bucket, of 3 characters or more', 3),
    readBy: behind,
    means: 'media in an S3-compatible store instead of `DATA_DIR/media`; give the bucket a rule for unfinished uploads',
  },
  S3_ENDPOINT: { ...webAddress, readBy: behind, means: "the store's address; unset, Amazon's own of the region" },
  S3_REGION: { ...text('the name of a region'), standard: 'us-east-1', readBy: behind, means: "the store's region" },
  S3_ACCESS_KEY_ID: { ...text('the id of an access key'), secret: true, readBy: behind, means: 'the key to the store' },
  S3_SECRET_ACCESS_KEY: { ...text('the secret of the access key'), secret: true, readBy: behind, means: 'its secret' },
  S3_FORCE_PATH_STYLE: {
    ...onOff,
    standard: 'off',
    readBy: behind,
    means: '`on` for stores whose bucket is a folder of the address',
  },

  SIGNING_KEYS_FILE: {
    ...text('the path of a file'),
    readBy: behind,
    means: 'the keys that sign tokens and links, in a file outside the database; `npm run keys -- export` writes it',
  },
} as const satisfies Record<string, Setting>;
