import { z } from 'zod';
import { host, oneOf, onOff, port, share, text, textLike, timeZone, url, webAddress, wholeNumber } from './kinds.ts';
import type { Setting } from './setting.ts';

const servers = ['launcher', 'gateway', 'api', 'worker', 'commands'] as const;
const behind = ['api', 'worker', 'commands'] as const;
const workers = ['launcher', 'api', 'worker', 'commands'] as const;
const gateway = ['gateway'] as const;

const days = wholeNumber(0, 36_500);
// Two school years: the last one stays comparable with the one before until it is over.
const twoYears = '731';

/**
 * Every setting, by the name of its environment variable. What reads the environment, the README's table, the doctor and
 * the faults at start come from these rows.
 */
export const settings = {
  // Where it is reached
  PUBLIC_URL: {
    ...webAddress,
    readBy: servers,
    means: 'where browsers reach the gateway; QR codes and links begin with it',
  },
  PORT: { ...port, standard: '4000', readBy: servers, means: 'the port of the gateway' },
  HOST: {
    ...host,
    readBy: ['launcher', 'gateway'],
    means: 'the address that the gateway binds; unset, all of them, and with the demo school this machine alone',
  },
  API_PORT: { ...port, standard: '4001', readBy: servers, means: 'the port of the API' },
  API_HOST: { ...host, standard: '127.0.0.1', readBy: servers, means: 'the address that the API binds' },
  WORKER_PORT: { ...port, standard: '4002', readBy: workers, means: 'the port on which the worker says how it is' },
  WORKER_HOST: { ...host, standard: '127.0.0.1', readBy: workers, means: 'the address that the worker binds' },
  API_URL: {
    ...webAddress,
    readBy: ['launcher', 'gateway'],
    means: 'an /api that somebody else runs; then no database, no API and no worker is started',
  },
  TRUST_PROXY: {
    ...textLike('"off", the number of proxies in front, or their addresses, such as loopback', isProxyTrust),
    standard: 'off',
    readBy: gateway,
    means: 'the proxies in front, as Express takes them, such as `loopback` or `1`',
  },
  MAX_CONNECTIONS: {
    ...wholeNumber(100, 1_000_000),
    standard: '20000',
    readBy: gateway,
    means: 'connections to the gateway at once',
  },

  // Data
  SETTINGS_FILE: {
    ...text('the path of a file'),
    readBy: servers,
    means:
      'a file with a `NAME=value` a line, which `npm run setup` writes; what the environment sets wins; unset, `DATA_DIR/settings.env` if it is there',
  },
  DATABASE_URL: {
    ...url('the address of a PostgreSQL, such as postgresql://user:password@host:5432/manabook', /^postgres(ql)?$/),
    secret: true,
    readBy: ['launcher', 'api', 'worker', 'commands'],
    means: 'an existing PostgreSQL instead of the embedded one; UTF-8, with `pg_trgm` allowed',
  },
  DATABASE_POOL: {
    ...wholeNumber(1, 1_000),
    standard: '20',
    readBy: behind,
    means: 'connections to the database, of each API process',
  },
  DATABASE_SESSION_URL: {
    ...url('the address of a PostgreSQL, such as postgresql://user:password@host:5432/manabook', /^postgres(ql)?$/),
    secret: true,
    readBy: behind,
    means: 'the same PostgreSQL past its pooler, if `DATABASE_URL` leads to one, such as PgBouncer',
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

  // Backups
  BACKUP_TO: {
    ...textLike('the full path of a folder, or s3://bucket/prefix', isBackupPlace),
    readBy: behind,
    means: 'where backups go: a folder on another disk, or `s3://bucket/prefix`; set, one is made every night',
  },
  BACKUP_KEY: {
    ...textLike('an age recipient ("age1…") or an age identity ("AGE-SECRET-KEY-1…")', isBackupKey),
    secret: true,
    readBy: behind,
    means: 'encrypts backups, in the format of age; without it they hold no signing keys',
  },
  BACKUP_KEEP_DAILY: {
    ...wholeNumber(1, 10_000),
    standard: '14',
    readBy: behind,
    means: 'days whose last backup is kept',
  },
  BACKUP_KEEP_WEEKLY: { ...wholeNumber(0, 10_000), standard: '8', readBy: behind, means: 'the same, weeks' },
  BACKUP_KEEP_MONTHLY: { ...wholeNumber(0, 10_000), standard: '12', readBy: behind, means: 'the same, months' },
  BACKUP_S3_ENDPOINT: {
    ...webAddress,
    readBy: behind,
    means: 'the store of `s3://` in `BACKUP_TO`; unset, each of these five is as `S3_…`',
  },
  BACKUP_S3_REGION: { ...text('the name of a region'), readBy: behind, means: 'its region' },
  BACKUP_S3_ACCESS_KEY_ID: { ...text('the id of an access key'), secret: true, readBy: behind, means: 'its key' },
  BACKUP_S3_SECRET_ACCESS_KEY: {
    ...text('the secret of the access key'),
    secret: true,
    readBy: behind,
    means: "its key's secret",
  },
  BACKUP_S3_FORCE_PATH_STYLE: { ...onOff, readBy: behind, means: 'its form of addresses' },

  // The school
  DEMO_DATA: {
    ...onOff,
    readBy: ['launcher', 'api', 'worker', 'commands'],
    means: 'the demo school; `on` by default for the embedded database',
  },
  DEMO_SIGN_IN: {
    ...onOff,
    readBy: ['launcher', 'api', 'worker', 'commands'],
    means:
      "whether the demo accounts, whose password everybody knows, can sign in; `on` by default only while `PUBLIC_URL` is this machine's own, and never with `DEMO_DATA=off`",
  },
  SCHOOL_TIME_ZONE: { ...timeZone, standard: 'Asia/Tokyo', readBy: behind, means: 'decides what a day is' },
  COMMUNITY_APPROVAL: {
    ...onOff,
    standard: 'on',
    readBy: behind,
    means: 'whether posts of a new class wait for the teacher',
  },
  EMAIL_TOP_LEVEL_MAX: {
    ...wholeNumber(4, 63),
    standard: '4',
    readBy: behind,
    means: 'widens the email pattern for schools under long top-level domains',
  },
  UPLOADS_PER_HOUR: {
    ...wholeNumber(1, 100_000),
    standard: '30',
    readBy: behind,
    means: 'works that one profile can send in an hour',
  },
  PROFILE_STORAGE_MB: {
    ...wholeNumber(1, 1_000_000),
    standard: '200',
    readBy: behind,
    means: 'megabytes of works kept for one profile',
  },
  CLASS_STORAGE_MB: {
    ...wholeNumber(1, 10_000_000),
    standard: '5000',
    readBy: behind,
    means: "megabytes of works kept on one class's wall",
  },
  DISK_RESERVE_MB: {
    ...wholeNumber(0, 1_000_000),
    standard: '512',
    readBy: behind,
    means: 'megabytes of the disk that uploads leave free, for the database and the logs; 0 is none',
  },
  RETENTION_PAGE_VIEWS_DAYS: {
    ...days,
    standard: twoYears,
    readBy: behind,
    means: 'days for which page views are kept; 0 is for ever',
  },
  RETENTION_COMMUNITY_DAYS: { ...days, standard: twoYears, readBy: behind, means: 'the same for posts on walls' },
  RETENTION_AUDIT_DAYS: { ...days, standard: twoYears, readBy: behind, means: 'the same for the audit log' },
  RETENTION_PROFILES_DAYS: {
    ...days,
    standard: twoYears,
    readBy: behind,
    means: 'the same for profiles, counted from when each was last seen',
  },

  // Mail
  SMTP_URL: {
    ...url('the address of a mail server, such as smtps://user:password@host', /^smtps?$/),
    secret: true,
    readBy: behind,
    means: 'the mail server; without it mails are files in `DATA_DIR/outbox`',
  },
  MAIL_FROM: {
    ...text('a sender, such as Manabook <no-reply@example.org>', 3),
    readBy: behind,
    means: 'the sender of mails',
  },
  RESET_LINK_HOURS: {
    ...wholeNumber(1, 720),
    standard: '24',
    readBy: behind,
    means: 'hours for which a link to set a password works',
  },
  INVITATION_DAYS: {
    ...wholeNumber(1, 365),
    standard: '30',
    readBy: behind,
    means: 'days for which an invitation works',
  },

  // Integrators
  FREE_OPERATIONS: {
    ...oneOf('staff', 'everyone'),
    readBy: gateway,
    means: 'who can send operations of their own: `staff`, which counts API keys in and is the default, or `everyone`',
  },
  OPERATION_COST_MAXIMUM: {
    ...wholeNumber(1, 10_000),
    standard: '1000',
    readBy: gateway,
    means: 'what one operation can cost',
  },
  API_KEY_COST_PER_MINUTE: {
    ...wholeNumber(1, 10_000_000),
    standard: '5000',
    readBy: behind,
    means: 'what one API key can spend in a minute',
  },

  // Other services
  IP_LOOKUP_URL: {
    type: z.union([z.literal('off'), z.string().regex(/^\/(?![/\\])/), z.url({ protocol: /^https?$/ })]),
    right: 'a path such as /ip?format=json, an address that begins with http:// or https://, or "off"',
    standard: '/ip?format=json',
    readBy: ['gateway', 'api', 'worker', 'commands'],
    means: "where a child's browser asks for its public address: a path of this site, another's URL, or `off`",
  },
  TELEMETRY_URL: {
    ...webAddress,
    readBy: ['gateway', 'api', 'worker', 'commands'],
    means:
      'a monitoring service that takes errors, failed calls and speeds of pages as JSON, every 15 s; unset, nothing is sent',
  },
  METRICS_PORT: { ...port, readBy: gateway, means: "a port of its own for the gateway's Prometheus metrics" },
  API_METRICS_PORT: { ...port, readBy: ['api'], means: "the same for the API's" },
  WORKER_METRICS_PORT: { ...port, readBy: behind, means: "the same for the worker's" },
  METRICS_HOST: {
    ...host,
    standard: '127.0.0.1',
    readBy: ['gateway', 'api', 'worker'],
    means: 'the address that the metrics ports bind',
  },
  METRICS_TOKEN: {
    ...text('a token of 16 characters or more', 16),
    secret: true,
    readBy: gateway,
    means: 'gives the metrics on `PORT` too, for whoever sends it as Bearer',
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: { ...webAddress, readBy: gateway, means: 'where spans go; unset, nothing is traced' },
  OTEL_SERVICE_NAME: {
    ...text('a name'),
    standard: 'manabook-gateway',
    readBy: gateway,
    means: 'the name under which spans are sent',
  },
  OTEL_TRACES_SAMPLER_ARG: { ...share, standard: '1', readBy: gateway, means: 'the share of new traces that is kept' },
  LOG_LEVEL: {
    ...oneOf('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'),
    standard: 'info',
    readBy: ['gateway', 'api', 'worker', 'commands'],
    means: 'the least that is logged',
  },

  // Set by the launcher and the image
  MANABOOK_ROOT: { ...text('the path of a folder'), readBy: ['gateway', 'api', 'worker', 'commands'] },
  MANABOOK_DEV: { ...oneOf('0', '1'), standard: '0', readBy: gateway },
  NODE_ENV: { ...text('a name'), readBy: gateway },
} as const satisfies Record<string, Setting>;

export type SettingName = keyof typeof settings;

// `true` would trust every address that a stranger writes into a header.
function isProxyTrust(value: string): boolean {
  return (
    value === 'off' ||
    /^\d{1,2}$/.test(value) ||
    (!/^(true|false|on|yes|no)$/i.test(value) && /^[\w.:/, ]+$/.test(value))
  );
}

// A relative path would be another place for each process.
function isBackupPlace(value: string): boolean {
  return /^s3:\/\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](\/[\w.-]+)*\/?$/.test(value) || /^(\/|[A-Za-z]:[\\/])./.test(value);
}

function isBackupKey(value: string): boolean {
  return value.split(/[\s,]+/).every((word) => /^(age1[a-z0-9]{50,}|AGE-SECRET-KEY-1[A-Z0-9]{50,})$/.test(word));
}
