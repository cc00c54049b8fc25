import { fileURLToPath } from 'node:url';
import { z } from 'zod';

const port = z.coerce.number().int().min(0).max(65_535);

// One level up is the root from here and from the bundle in dist/ alike.
const ownRoot = fileURLToPath(new URL('..', import.meta.url));

/**
 * `TRUST_PROXY`: how many proxies stand in front, or which addresses, as Express takes them. None unless told: whoever
 * is trusted names the address that limits go by.
 */
const trustProxy = z
  .string()
  .default('off')
  .transform((text) => (text === 'off' ? false : /^\d+$/.test(text) ? Number(text) : text));

const environment = z
  .object({
    PORT: port.default(4000),
    HOST: z.string().min(1).optional(),
    API_HOST: z.string().min(1).default('127.0.0.1'),
    API_PORT: port.default(4001),
    API_URL: z.url({ protocol: /^https?$/ }).optional(),
    PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
    MANABOOK_ROOT: z.string().min(1).default(ownRoot),
    MANABOOK_DEV: z.enum(['0', '1']).default('0'),
    NODE_ENV: z.string().optional(),
    TRUST_PROXY: trustProxy,
    LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
  })
  .transform((env) => ({
    port: env.PORT,
    host: env.HOST,
    /** Where /api is, without a slash at the end. */
    apiUrl: (env.API_URL ?? `http://${env.API_HOST}:${env.API_PORT}`).replace(/\/+$/, ''),
    publicUrl: env.PUBLIC_URL ?? `http://localhost:${env.PORT}`,
    /** The folder that holds schema/, locales/ and dist/. */
    root: env.MANABOOK_ROOT,
    /** The web app comes from Vite instead of dist/web. */
    dev: env.MANABOOK_DEV === '1',
    production: env.NODE_ENV === 'production',
    trustProxy: env.TRUST_PROXY,
    logLevel: env.LOG_LEVEL,
    timeouts: { connect: 2_000, call: 10_000, drain: 10_000 },
  }));

/** Everything the gateway can be told; times in milliseconds. */
export type Settings = z.output<typeof environment>;

/** Reads the settings; throws one line that names each bad variable. */
export function readSettings(env: Readonly<Record<string, string | undefined>>): Settings {
  // An empty variable, as compose files leave them, is one that was not set.
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const parsed = environment.safeParse(given);
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
  throw new Error(`Settings: ${faults.join('; ')}`);
}
