import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { serviceEnvironment, serviceSettings } from '#schema/rules/services.ts';

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

const url = z.url({ protocol: /^https?$/ });

const environment = z
  .object({
    PORT: port.default(4000),
    HOST: z.string().min(1).optional(),
    API_HOST: z.string().min(1).default('127.0.0.1'),
    API_PORT: port.default(4001),
    API_URL: url.optional(),
    PUBLIC_URL: url.optional(),
    MANABOOK_ROOT: z.string().min(1).default(ownRoot),
    MANABOOK_DEV: z.enum(['0', '1']).default('0'),
    NODE_ENV: z.string().optional(),
    TRUST_PROXY: trustProxy,
    MAX_CONNECTIONS: z.coerce.number().int().min(100).default(20_000),
    METRICS_PORT: port.optional(),
    METRICS_HOST: z.string().min(1).default('127.0.0.1'),
    METRICS_TOKEN: z.string().min(16).optional(),
    OTEL_EXPORTER_OTLP_ENDPOINT: url.optional(),
    OTEL_SERVICE_NAME: z.string().min(1).default('manabook-gateway'),
    OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
    FREE_OPERATIONS: z.enum(['staff', 'everyone']).optional(),
    OPERATION_COST_MAXIMUM: z.coerce.number().int().min(1).max(10_000).default(1_000),
    ...serviceEnvironment,
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
    /** Who may send operations of their own; in development pages send theirs as text. */
    freeOperations: env.FREE_OPERATIONS ?? (env.MANABOOK_DEV === '1' ? 'everyone' : 'staff'),
    /** In points (limits/cost.ts). */
    operationCostMaximum: env.OPERATION_COST_MAXIMUM,
    /** What pages call beside this service. */
    services: serviceSettings(env),
    maxConnections: env.MAX_CONNECTIONS,
    /** Measured only where one of the two says where to. */
    metrics: { port: env.METRICS_PORT, host: env.METRICS_HOST, token: env.METRICS_TOKEN },
    /** Where spans go, by the name of which service, and the share of new traces that is kept. */
    tracing: env.OTEL_EXPORTER_OTLP_ENDPOINT && {
      url: `${env.OTEL_EXPORTER_OTLP_ENDPOINT.replace(/\/+$/, '')}/v1/traces`,
      serviceName: env.OTEL_SERVICE_NAME,
      share: env.OTEL_TRACES_SAMPLER_ARG,
    },
    timeouts: { headers: 15_000, body: 10_000, connect: 2_000, call: 10_000, upload: 180_000, drain: 10_000 },
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
