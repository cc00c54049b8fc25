import { matchPath } from 'react-router-dom';
import { onCLS, onINP, onLCP, onTTFB } from 'web-vitals';
import { loadedBuild } from '#web/shared/reload-once.ts';
import { createBatches } from './batches.ts';
import { report, reportError, reportTo } from './report.ts';

/** Milliseconds between two batches (section 9). */
const interval = 15_000;

let started = false;

/** Sends errors, failed calls and page speeds to a monitoring service until the page closes; pages by their `patterns`. */
export function startTelemetry(url: string, patterns: readonly string[]): void {
  if (started) return;
  started = true;
  const batches = createBatches({
    circumstances: () => ({ at: new Date().toISOString(), page: pageNow(patterns), build: buildNow() }),
    send: (body) => post(url, body),
  });
  reportTo((event) => batches.add(event));
  window.addEventListener('error', ({ error, message }) => reportError(error ?? message));
  window.addEventListener('unhandledrejection', ({ reason }) => reportError(reason));
  for (const watch of [onCLS, onINP, onLCP, onTTFB])
    watch(({ name, value }) => report({ type: 'vital', name, value: Math.round(value * 1000) / 1000 }));
  setInterval(() => void batches.flush(), interval);
  window.addEventListener('pagehide', () => batches.flushLast());
}

/** The route's pattern, as an address may hold a code. */
function pageNow(patterns: readonly string[]): string {
  const { pathname } = window.location;
  return patterns.find((pattern) => matchPath(pattern, pathname)) ?? 'unknown';
}

const buildNow = (): string => loadedBuild().split('/').at(-1) ?? '';

const post = (url: string, body: string): Promise<boolean> =>
  fetch(url, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json' },
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    keepalive: body.length < 60_000,
  }).then(
    ({ ok }) => ok,
    () => false,
  );
