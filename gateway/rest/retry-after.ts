import type { UpstreamAnswer } from './upstream.ts';

/** Retry-After in seconds, from seconds or an HTTP date; undefined when absent or malformed. */
export function retryAfterSeconds(headers: UpstreamAnswer['headers']): number | undefined {
  const value = headers['retry-after'];
  if (typeof value !== 'string') return undefined;
  if (/^\d{1,6}$/.test(value)) return Number(value);
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, Math.ceil((date - Date.now()) / 1000));
}
