import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { RequestHandler } from 'express';
import helmet from 'helmet';
import type { Settings } from '#gateway/settings.ts';
import { framedSites, probedSites } from '#schema/rules/embeds.ts';
import { reportsPath } from './csp-reports.ts';

const self = "'self'";
const none = "'none'";
const reportsGroup = 'csp';

/** The security headers of every answer. Routes of files and the development server change some of them. */
export function securityHeaders(settings: Settings): RequestHandler {
  const write = written(headersOf(settings));
  return (_request, response, next) => {
    write(response);
    next();
  };
}

// Headers about what a page may load, request or store. They mean nothing for JSON.
const ofPages = new Set([
  'content-security-policy',
  'origin-agent-cluster',
  'permissions-policy',
  'reporting-endpoints',
  'x-dns-prefetch-control',
  'x-download-options',
  'x-permitted-cross-domain-policies',
  'x-xss-protection',
]);

/** Headers of names and values in turn, as `writeHead` takes them. */
export type HeaderList = readonly string[];

/** The security headers of data, which browsers never render, run or frame; nobody may keep the data. */
export function dataHeaders(settings: Settings): HeaderList {
  const kept = headersOf(settings).filter(([name]) => !ofPages.has(name));
  const own = ['content-security-policy', "default-src 'none'; frame-ancestors 'none'", 'cache-control', 'no-store'];
  return [...kept.flat(), ...own];
}

/** The security headers of a built file, without those of pages: a first visit loads a dozen such files. */
export function fileHeaders(response: ServerResponse): void {
  for (const name of ofPages) response.removeHeader(name);
  response.setHeader('content-security-policy', "default-src 'self'; frame-ancestors 'none'");
}

function written(headers: readonly (readonly [string, string])[]) {
  return (response: ServerResponse): void => {
    for (const [name, value] of headers) response.setHeader(name, value);
  };
}

/** Computed once, since all answers have the same headers. */
function headersOf({ publicUrl, dev, services }: Settings): readonly (readonly [string, string])[] {
  const behindTls = publicUrl.startsWith('https:');
  // Vite's reload writes an inline script and inline styles into the page it serves in development.
  const inline = dev ? ["'unsafe-inline'"] : [];
  const sample = new ServerResponse(new IncomingMessage(new Socket()));
  const write = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: [self],
        scriptSrc: [self, ...inline],
        styleSrc: [self, ...inline],
        imgSrc: [self, 'blob:', 'data:'],
        mediaSrc: [self, 'blob:', 'data:'],
        connectSrc: [self, ...probedSites, ...(dev ? ['ws:'] : []), ...originsOf(Object.values(services))],
        workerSrc: [self, 'blob:'],
        frameSrc: [...framedSites],
        objectSrc: [none],
        baseUri: [none],
        formAction: [self],
        frameAncestors: [none],
        // Safari and Firefox know the older of the two alone.
        reportUri: [reportsPath],
        reportTo: [reportsGroup],
        // The pages' one policy is in web/shared/script-addresses.ts. Vite's own scripts in development have none.
        ...(dev ? {} : { requireTrustedTypesFor: ["'script'"], trustedTypes: ['default'] }),
      },
    },
    // YouTube refuses to play in a page that sends no Referer.
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    crossOriginEmbedderPolicy: false,
    // Both work over TLS only; on a plain-HTTP address browsers would warn.
    crossOriginOpenerPolicy: behindTls,
    strictTransportSecurity: behindTls && { maxAge: 31_536_000 },
    xFrameOptions: { action: 'deny' },
  });
  write(sample.req, sample, () => undefined);
  sample.setHeader('permissions-policy', 'camera=(self), microphone=(self), geolocation=(), payment=(), usb=()');
  sample.setHeader('reporting-endpoints', `${reportsGroup}="${reportsPath}"`);
  return Object.entries(sample.getHeaders()).map(([name, value]) => [name, String(value)]);
}

/** The origins of other services that pages may call. */
const originsOf = (urls: readonly (string | null)[]): readonly string[] => [
  ...new Set(urls.flatMap((url) => (url?.startsWith('http') ? [new URL(url).origin] : []))),
];

/** Forbids caching of answers that belong to one caller. */
export const noStore: RequestHandler = (_request, response, next) => {
  response.setHeader('cache-control', 'no-store');
  next();
};
