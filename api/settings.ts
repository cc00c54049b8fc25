import { resolve } from 'node:path';
import { z } from 'zod';

const onOff = z.enum(['on', 'off']).transform((value) => value === 'on');

const environment = z.object({
  API_PORT: z.coerce.number().int().min(0).max(65535).default(4001),
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
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
});

/** What the API is told by its environment; a bad value stops the start with the variable's name. */
export function readSettings(env: NodeJS.ProcessEnv = process.env) {
  const parsed = environment.safeParse(env);
  if (!parsed.success) throw new Error(`Settings: ${z.prettifyError(parsed.error)}`);
  const value = parsed.data;
  const root = resolve(value.MANABOOK_ROOT ?? '.');
  return {
    root,
    host: value.API_HOST,
    port: value.API_PORT,
    /** Where browsers reach the gateway; links in QR codes begin with it. */
    publicUrl: (value.PUBLIC_URL ?? `http://localhost:${value.PORT}`).replace(/\/+$/, ''),
    databaseUrl: value.DATABASE_URL,
    databasePool: value.DATABASE_POOL,
    dataDir: resolve(root, value.DATA_DIR),
    demoData: value.DEMO_DATA,
    timeZone: value.SCHOOL_TIME_ZONE,
    communityApproval: value.COMMUNITY_APPROVAL,
    emailTopLevelMaximum: value.EMAIL_TOP_LEVEL_MAX,
    logLevel: value.LOG_LEVEL,
  };
}
export type Settings = ReturnType<typeof readSettings>;

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
