import { resolve } from 'node:path';
import { z } from 'zod';
import { retentionEnvironment, retentionSettings } from './nightly/retention-settings.ts';
import { serviceEnvironment, serviceSettings } from '#schema/rules/services.ts';
import { storageEnvironment, storageSettings } from './storage/storage-settings.ts';
import { uploadEnvironment, uploadSettings } from './uploads/upload-settings.ts';

const onOff = z.enum(['on', 'off']).transform((value) => value === 'on');

const environment = z.object({
  API_PORT: z.coerce.number().int().min(0).max(65535).default(4001),
  API_METRICS_PORT: z.coerce.number().int().min(0).max(65535).optional(),
  METRICS_HOST: z.string().default('127.0.0.1'),
  API_HOST: z.string().default('127.0.0.1'),
  PORT: z.coerce.number().int().default(4000),
  PUBLIC_URL: z.url().optional(),
  DATABASE_URL: z.string().min(1),
  DATABASE_POOL: z.coerce.number().int().min(1).default(20),
  DATA_DIR: z.string().default('data'),
  MANABOOK_ROOT: z.string().optional(),
  DEMO_DATA: onOff.default(false),
  SCHOOL_TIME_ZONE: z
    .string()
    .refine(isTimeZone, { error: 'Not a time zone such as Asia/Tokyo' })
    .default('Asia/Tokyo'),
  COMMUNITY_APPROVAL: onOff.default(true),
  EMAIL_TOP_LEVEL_MAX: z.coerce.number().int().min(4).max(63).default(4),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  MAIL_FROM: z.string().min(3).optional(),
  RESET_LINK_HOURS: z.coerce.number().int().min(1).max(720).default(24),
  INVITATION_DAYS: z.coerce.number().int().min(1).max(365).default(30),
  API_KEY_COST_PER_MINUTE: z.coerce.number().int().min(1).max(10_000_000).default(5_000),
  ...retentionEnvironment,
  ...storageEnvironment,
  ...uploadEnvironment,
  ...serviceEnvironment,
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
});

/** What the API is told by its environment; a bad value stops the start with the variable's name. */
export function readSettings(env: NodeJS.ProcessEnv = process.env) {
  const parsed = environment.safeParse(env);
  if (!parsed.success) throw new Error(`Settings: ${z.prettifyError(parsed.error)}`);
  const value = parsed.data;
  const root = resolve(value.MANABOOK_ROOT ?? '.');
  const publicUrl = (value.PUBLIC_URL ?? `http://localhost:${value.PORT}`).replace(/\/+$/, '');
  return {
    root,
    host: value.API_HOST,
    port: value.API_PORT,
    /** Undefined: nothing is measured. */
    metrics:
      value.API_METRICS_PORT === undefined ? undefined : { port: value.API_METRICS_PORT, host: value.METRICS_HOST },
    /** Where browsers reach the gateway; links in QR codes begin with it. */
    publicUrl,
    databaseUrl: value.DATABASE_URL,
    databasePool: value.DATABASE_POOL,
    dataDir: resolve(root, value.DATA_DIR),
    demoData: value.DEMO_DATA,
    timeZone: value.SCHOOL_TIME_ZONE,
    communityApproval: value.COMMUNITY_APPROVAL,
    emailTopLevelMaximum: value.EMAIL_TOP_LEVEL_MAX,
    /** Without it, mails are files in the data folder's outbox. */
    smtpUrl: value.SMTP_URL,
    mailFrom: value.MAIL_FROM ?? `Manabook <no-reply@${new URL(publicUrl).hostname}>`,
    resetLinkHours: value.RESET_LINK_HOURS,
    invitationDays: value.INVITATION_DAYS,
    /** Points of cost, and calls of /api besides. */
    apiKeyCostPerMinute: value.API_KEY_COST_PER_MINUTE,
    /** Undefined: media are files in the data folder. */
    s3: storageSettings(value),
    uploads: uploadSettings(value),
    retention: retentionSettings(value),
    /** What pages call beside this service. */
    services: serviceSettings(value),
    logLevel: value.LOG_LEVEL,
  };
}
export type Settings = ReturnType<typeof readSettings>;

// Short names, as IST and CST, are other zones to PostgreSQL than to Node.
function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return name === 'UTC' || name.includes('/');
  } catch {
    return false;
  }
}
