import { fileURLToPath } from 'node:url';
import { serviceSettings } from '#schema/rules/services.ts';
import { type Environment, readEnvironment } from '#schema/settings/read.ts';

// One level up is the root from here and from the bundle in dist/ alike.
const ownRoot = fileURLToPath(new URL('..', import.meta.url));

/** Everything the gateway can be told; times in milliseconds. Throws `SettingsFault`, which names every bad value at once. */
export function readSettings(env: Environment) {
  const value = readEnvironment(env, 'gateway');
  const dev = value.MANABOOK_DEV === '1';
  return {
    port: value.PORT,
    host: value.HOST,
    /** Where /api is, without a slash at the end. */
    apiUrl: (value.API_URL ?? `http://${value.API_HOST}:${value.API_PORT}`).replace(/\/+$/, ''),
    publicUrl: value.PUBLIC_URL ?? `http://localhost:${value.PORT}`,
    /** The folder that holds schema/, locales/ and dist/. */
    root: value.MANABOOK_ROOT ?? ownRoot,
    /** The web app comes from Vite instead of dist/web. */
    dev,
    production: value.NODE_ENV === 'production',
    trustProxy: proxyTrust(value.TRUST_PROXY),
    logLevel: value.LOG_LEVEL,
    /** Who may send operations of their own; in development pages send theirs as text. */
    freeOperations: value.FREE_OPERATIONS ?? (dev ? 'everyone' : 'staff'),
    /** In points (limits/cost.ts). */
    operationCostMaximum: value.OPERATION_COST_MAXIMUM,
    /** What pages call beside this service. */
    services: serviceSettings(value),
    maxConnections: value.MAX_CONNECTIONS,
    /** Measured only where one of the two says where to. */
    metrics: { port: value.METRICS_PORT, host: value.METRICS_HOST, token: value.METRICS_TOKEN },
    /** Where spans go, by the name of which service, and the share of new traces that is kept. */
    tracing: value.OTEL_EXPORTER_OTLP_ENDPOINT && {
      url: `${value.OTEL_EXPORTER_OTLP_ENDPOINT.replace(/\/+$/, '')}/v1/traces`,
      serviceName: value.OTEL_SERVICE_NAME,
      share: value.OTEL_TRACES_SAMPLER_ARG,
    },
    timeouts: { headers: 15_000, body: 10_000, connect: 2_000, call: 10_000, upload: 180_000, drain: 10_000 },
  };
}
export type Settings = ReturnType<typeof readSettings>;

/** As Express takes it: none, how many proxies, or which addresses. Whoever is trusted names the address that limits go by. */
const proxyTrust = (text: string): false | number | string =>
  text === 'off' ? false : /^\d+$/.test(text) ? Number(text) : text;
