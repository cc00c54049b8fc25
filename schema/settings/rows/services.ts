import { z } from 'zod';
import { host, oneOf, onOff, port, share, text, webAddress } from '../kinds.ts';
import { behind, gateway } from '../readers.ts';
import type { Setting } from '../setting.ts';

/** Other services, metrics, traces and logs. */
export const services = {
  IP_LOOKUP_URL: {
    type: z.union([z.literal('off'), z.string().regex(/^\/(?![/\\])/), z.url({ protocol: /^https?$/ })]),
    right: 'a path such as /ip?format=json, an address that begins with http:// or https://, or "off"',
    standard: '/ip?format=json',
    readBy: ['gateway', 'api', 'worker', 'commands'],
    means:
      "the service that tells a child's browser its public address: a path of this site, the URL of another, or `off`",
  },
  TELEMETRY_URL: {
    ...webAddress,
    readBy: ['gateway', 'api', 'worker', 'commands'],
    means:
      'a monitoring service that receives errors, failed calls and page speeds as JSON every 15 s; unset: nothing is sent',
  },
  LINK_HEALTH: {
    ...onOff,
    standard: 'on',
    readBy: behind,
    means:
      'whether YouTube and Wordwall are asked every night whether the videos and games of textbooks are still there; files are looked at all the same',
  },
  YOUTUBE_OEMBED_URL: {
    ...webAddress,
    standard: 'https://www.youtube.com/oembed',
    readBy: behind,
    means: 'where YouTube is asked for its videos; a relay of your own, where the servers reach no other site',
  },
  WORDWALL_OEMBED_URL: {
    ...webAddress,
    standard: 'https://wordwall.net/api/oembed',
    readBy: behind,
    means: 'the same for the games of Wordwall',
  },
  METRICS_PORT: { ...port, readBy: gateway, means: "a separate port for the gateway's Prometheus metrics" },
  API_METRICS_PORT: { ...port, readBy: ['api'], means: "a port for the API's metrics" },
  WORKER_METRICS_PORT: { ...port, readBy: behind, means: "a port for the worker's metrics" },
  METRICS_HOST: {
    ...host,
    standard: '127.0.0.1',
    readBy: ['gateway', 'api', 'worker'],
    means: 'the address that the metrics ports listen on',
  },
  METRICS_TOKEN: {
    ...text('a token of 16 characters or more', 16),
    secret: true,
    readBy: gateway,
    means: "a bearer token that opens the gateway's metrics on `PORT` too",
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    ...webAddress,
    readBy: gateway,
    means: 'the collector of spans; unset: nothing is traced',
  },
  OTEL_SERVICE_NAME: {
    ...text('a name'),
    standard: 'manabook-gateway',
    readBy: gateway,
    means: 'the service name of spans',
  },
  OTEL_TRACES_SAMPLER_ARG: { ...share, standard: '1', readBy: gateway, means: 'the share of new traces that is kept' },
  LOG_LEVEL: {
    ...oneOf('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'),
    standard: 'info',
    readBy: ['gateway', 'api', 'worker', 'commands'],
    means: 'the lowest level that is logged',
  },
} as const satisfies Record<string, Setting>;
