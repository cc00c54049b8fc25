import express, { Router } from 'express';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { Metrics } from '#gateway/observability/metrics.ts';
import { nameRoute } from './request-log.ts';

/** The path to which browsers report violations of the content security policy. */
export const reportsPath = '/csp-reports';

// One page may send many reports at once, and anybody may send anything, so reports are limited.
const limits = { bytes: '16kb', each: 10, loggedAMinute: 30 } as const;

const text = z.string().max(4_000);
// `report-uri` of every browser.
const older = z.object({
  'csp-report': z.object({
    'document-uri': text.optional(),
    'effective-directive': text.optional(),
    'violated-directive': text.optional(),
    'blocked-uri': text.optional(),
  }),
});
// `report-to` of the Reporting API.
const newer = z.array(
  z.object({
    type: text,
    body: z.object({
      documentURL: text.optional(),
      effectiveDirective: text.optional(),
      blockedURL: text.optional(),
    }),
  }),
);

interface Violation {
  readonly directive: string;
  readonly page: string;
  readonly blocked: string;
}

/** Receives the browsers' reports, counts them, and logs some of them without names of people or secret codes. */
export function cspReportRoute(log: Logger, metrics?: Metrics): Router {
  const isDue = atMost(limits.loggedAMinute);
  const body = express.json({
    limit: limits.bytes,
    type: ['application/csp-report', 'application/reports+json', 'application/json'],
  });
  return Router().post(reportsPath, nameRoute(reportsPath), body, (request, response) => {
    for (const violation of violationsIn(request.body).slice(0, limits.each)) {
      metrics?.violated(violation.directive);
      if (isDue()) log.warn(violation, 'a page wanted what its content security policy blocks');
    }
    response.status(204).end();
  });
}

function violationsIn(body: unknown): Violation[] {
  const one = older.safeParse(body).data?.['csp-report'];
  if (one)
    return [
      violation({
        directive: one['effective-directive'] ?? one['violated-directive'],
        page: one['document-uri'],
        blocked: one['blocked-uri'],
      }),
    ];
  const reports = newer.safeParse(body).data ?? [];
  return reports
    .filter(({ type }) => type === 'csp-violation')
    .map(({ body: { effectiveDirective: directive, documentURL: page, blockedURL: blocked } }) =>
      violation({ directive, page, blocked }),
    );
}

const violation = ({ directive, page, blocked }: Partial<Record<keyof Violation, string | undefined>>): Violation => ({
  directive: directives.find((known) => directive?.split(' ')[0] === known) ?? 'other',
  page: pageOf(page),
  blocked: sourceOf(blocked),
});

// The list is fixed, so that a client cannot make the number of metric series grow.
const directives = [
  ...['default-src', 'script-src', 'script-src-elem', 'script-src-attr', 'style-src', 'style-src-elem'],
  ...['style-src-attr', 'img-src', 'media-src', 'font-src', 'connect-src', 'worker-src', 'frame-src', 'object-src'],
  ...['base-uri', 'form-action', 'frame-ancestors', 'manifest-src', 'require-trusted-types-for', 'trusted-types'],
];

/** The words of a page's path; a part that may be an id or a code is left out, and so is all behind the path. */
function pageOf(url: string | undefined): string {
  const parts = URL.canParse(url ?? '') ? new URL(url ?? '').pathname.split('/').filter(Boolean).slice(0, 4) : [];
  return `/${parts.map((part) => (/^[a-z]{1,12}(-[a-z]{1,12})*$/.test(part) ? part : '…')).join('/')}`;
}

/** The origin of the blocked resource, or the policy's own word, such as `inline`. */
function sourceOf(blocked = ''): string {
  if (/^[a-z-]{1,20}$/.test(blocked)) return blocked;
  const { protocol, origin } = URL.canParse(blocked) ? new URL(blocked) : { protocol: '', origin: 'null' };
  return origin === 'null' ? protocol : origin;
}

/** Whether one more is within the limit of this minute. */
function atMost(limit: number): () => boolean {
  let [minute, count] = [0, 0];
  return () => {
    const now = Math.floor(Date.now() / 60_000);
    if (now !== minute) [minute, count] = [now, 0];
    count += 1;
    return count <= limit;
  };
}
