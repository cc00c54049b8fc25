import { z } from 'zod';
import { host, oneOf, port, share, text, webAddress } from '../kinds.ts';
import { behind, gateway } from '../readers.ts';
import type { Setting } from '../setting.ts';

/** Other services, and what is measured and logged. */
export const services = {
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
} as const satisfies Record<string, Setting>;
