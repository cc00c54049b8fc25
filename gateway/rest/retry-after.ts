import type { UpstreamAnswer } from './upstream.ts';

/** Retry-After in seconds, from either of its forms; undefined when absent or not to be read. */
export function retryAfterSeconds(headers: UpstreamAnswer['headers']): number | undefined {
  const value = headers['retry-after'];
  if (typeof value !== 'string') return undefined;
  if (/^\d{1,6}$/.test(value)) return Number(value);
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, Math.ceil((date - Date.now()) / 1000));
}
