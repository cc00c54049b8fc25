import { fileURLToPath } from 'node:url';
import { serviceSettings } from '#schema/rules/services.ts';
import { type Environment, readEnvironment } from '#schema/settings/read.ts';

// The project's root is one level up, from this folder and from the bundle in dist/.
const ownRoot = fileURLToPath(new URL('..', import.meta.url));

/** Reads the gateway's settings; times in milliseconds. Throws `SettingsFault`, which names every invalid value. */
export function readSettings(env: Environment) {
  const value = readEnvironment(env, 'gateway');
  const dev = value.MANABOOK_DEV === '1';
  return {
    port: value.PORT,
    host: value.HOST,
    /** The address of /api, without a trailing slash. */
    apiUrl: (value.API_URL ?? `http://${value.API_HOST}:${value.API_PORT}`).replace(/\/+$/, ''),
    publicUrl: value.PUBLIC_URL ?? `http://localhost:${value.PORT}`,
    /** Names that are ours beside that of `publicUrl`. */
    allowedHosts: value.ALLOWED_HOSTS ?? [],
    /** The contact for reports of a vulnerability. */
    securityContact: value.SECURITY_CONTACT,
    /** The folder that holds schema/, locales/ and dist/. */
    root: value.MANABOOK_ROOT ?? ownRoot,
    /** Vite serves the web app instead of dist/web. */
    dev,
    production: value.NODE_ENV === 'production',
    trustProxy: proxyTrust(value.TRUST_PROXY),
    logLevel: value.LOG_LEVEL,
    /** The callers who may send free-form operations. Pages of the development server send their operations as text. */
    freeOperations: value.FREE_OPERATIONS ?? (dev ? 'everyone' : 'staff'),
    /** The maximum cost of an operation in points (limits/cost.ts). */
    operationCostMaximum: value.OPERATION_COST_MAXIMUM,
    /** The other services that pages call. */
    services: serviceSettings(value),
    maxConnections: value.MAX_CONNECTIONS,
    /** Metrics are on only when a port or a token is set. */
    metrics: { port: value.METRICS_PORT, host: value.METRICS_HOST, token: value.METRICS_TOKEN },
    /** The address for spans, the service's name, and the share of new traces that is kept. */
    tracing: value.OTEL_EXPORTER_OTLP_ENDPOINT && {
      url: `${value.OTEL_EXPORTER_OTLP_ENDPOINT.replace(/\/+$/, '')}/v1/traces`,
      serviceName: value.OTEL_SERVICE_NAME,
      share: value.OTEL_TRACES_SAMPLER_ARG,
    },
    /** How often the pages of boards are asked for, and how long their streams are. */
    board: { pace: 1_000, heartbeat: 15_000, stream: 600_000 },
    timeouts: {
      ...{ headers: 15_000, body: 10_000, connect: 2_000, call: 10_000, upload: 180_000, drain: 10_000 },
      /** The longest time that a page waits for the answer that is written into it. */
      page: 250,
    },
  };
}
export type Settings = ReturnType<typeof readSettings>;

/**
 * In Express's form: none, a number of proxies, or addresses. Limits go by the address that the trusted proxy reports.
 */
const proxyTrust = (text: string): false | number | string =>
  text === 'off' ? false : /^\d+$/.test(text) ? Number(text) : text;
