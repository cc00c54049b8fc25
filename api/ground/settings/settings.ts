import { resolve } from 'node:path';
import { serviceSettings } from '#schema/rules/services.ts';
import { isThisMachine } from '#schema/settings/this-machine.ts';
import { type Environment, readEnvironment } from '#schema/settings/read.ts';
import { backupSettings } from './backup-settings.ts';
import { retentionSettings } from './retention-settings.ts';
import { environment } from './settings-file.ts';
import { storageSettings } from './storage-settings.ts';
import { uploadSettings } from './upload-settings.ts';

/** The API's settings, from its environment. Throws `SettingsFault`, which names every bad value at once. */
export function readSettings(env: Environment = environment()) {
  const value = readEnvironment(env, 'api');
  if (value.DATABASE_URL === undefined) throw new Error('Settings: DATABASE_URL is not set. The API needs a database.');
  const root = resolve(value.MANABOOK_ROOT ?? '.');
  const publicUrl = (value.PUBLIC_URL ?? `http://localhost:${value.PORT}`).replace(/\/+$/, '');
  return {
    root,
    /** Whether the values of answers are checked against the contract. In production only the declared fields are copied. */
    checksAnswers: value.NODE_ENV !== 'production',
    host: value.API_HOST,
    port: value.API_PORT,
    /** Undefined: nothing is measured. */
    metrics:
      value.API_METRICS_PORT === undefined ? undefined : { port: value.API_METRICS_PORT, host: value.METRICS_HOST },
    /** The gateway's address for browsers; links in QR codes begin with it. */
    publicUrl,
    databaseUrl: value.DATABASE_URL,
    databasePool: value.DATABASE_POOL,
    /** The URL for work that needs its own session (LISTEN, advisory locks, migrations); differs only with a pooler. */
    sessionUrl: value.DATABASE_SESSION_URL ?? value.DATABASE_URL,
    /** A read replica of the database, used by reports only. */
    reportsUrl: value.DATABASE_REPORTS_URL,
    /** Whether a transaction pooler is between this process and the database. */
    pooled: value.DATABASE_SESSION_URL !== undefined,
    /** Whether the connections of `databaseUrl` may keep prepared statements. */
    prepared: value.DATABASE_PREPARED ?? value.DATABASE_SESSION_URL === undefined,
    /** Whether the API works on jobs too, beside its requests, and no worker is needed. */
    jobsInApi: value.API_JOBS,
    worker: {
      host: value.WORKER_HOST,
      port: value.WORKER_PORT,
      metrics:
        value.WORKER_METRICS_PORT === undefined
          ? undefined
          : { port: value.WORKER_METRICS_PORT, host: value.METRICS_HOST },
      pool: value.WORKER_POOL,
      /** The number of jobs that the worker runs at once; most of their time is waiting. */
      jobsAtOnce: value.WORKER_JOBS,
    },
    dataDir: resolve(root, value.DATA_DIR),
    demoData: value.DEMO_DATA ?? false,
    /** Whether the demo accounts, whose password is public, can sign in. */
    demoSignIn: (value.DEMO_DATA ?? false) && (value.DEMO_SIGN_IN ?? isThisMachine(publicUrl)),
    /**
     * Whether the demo accounts get a password of their own: other machines reach them, and the usual password is
     * public.
     */
    demoPasswordDrawn: (value.DEMO_DATA ?? false) && value.DEMO_SIGN_IN === true && !isThisMachine(publicUrl),
    timeZone: value.SCHOOL_TIME_ZONE,
    communityApproval: value.COMMUNITY_APPROVAL,
    /** The roles that need a second step at sign-in, and the day from which they do; null: at once. */
    secondStep: { roles: value.SECOND_STEP_ROLES ?? [], from: value.SECOND_STEP_FROM ?? null },
    /** Names that are ours beside that of `publicUrl`. */
    allowedHosts: value.ALLOWED_HOSTS ?? [],
    /** The last day on which devices are taken whose cookie has no signature. */
    unsignedDevicesUntil: value.UNSIGNED_DEVICES_UNTIL,
    emailTopLevelMaximum: value.EMAIL_TOP_LEVEL_MAX,
    /** Without it, mails are files in the data folder's outbox. */
    smtpUrl: value.SMTP_URL,
    mailFrom: value.MAIL_FROM ?? `Manabook <no-reply@${new URL(publicUrl).hostname}>`,
    resetLinkHours: value.RESET_LINK_HOURS,
    invitationDays: value.INVITATION_DAYS,
    /** Points of cost, and calls of /api besides. */
    apiKeyCostPerMinute: value.API_KEY_COST_PER_MINUTE,
    /** Whether webhooks may lead to this machine and private networks. */
    localWebhooks: value.WEBHOOK_LOCAL_ADDRESSES,
    /** Whether sign-in providers may be on this machine and in private networks. */
    localSignInProviders: value.SIGN_IN_LOCAL_ADDRESSES,
    /** The addresses of the services that check videos and games (oEmbed), and whether they are asked. */
    linkHealth: {
      asks: value.LINK_HEALTH,
      video: value.YOUTUBE_OEMBED_URL,
      game: value.WORDWALL_OEMBED_URL,
    },
    /** Undefined: media are files in the data folder. */
    s3: storageSettings(value),
    /** Undefined: the keys are in the database. */
    signingKeysFile: value.SIGNING_KEYS_FILE,
    backup: backupSettings(value),
    uploads: uploadSettings(value),
    /** The space that uploads leave free on each disk. */
    diskReserveBytes: value.DISK_RESERVE_MB * 1024 * 1024,
    retention: retentionSettings(value),
    /** The other services that pages call. */
    services: serviceSettings(value),
    logLevel: value.LOG_LEVEL,
  };
}
export type Settings = ReturnType<typeof readSettings>;
