import type { Upstream, UpstreamAnswer, UpstreamRequest } from './upstream.ts';
import type { CallSignal } from './call-signal.ts';
import { failureOf } from './failures.ts';

const worthASecondTry = new Set([502, 503, 504]);
const longestWait = 2_000;

/** Sends a call. Retries a GET once after 502, 503, 504 or a broken connection, with the delay of Retry-After. */
export async function sendWithRetry(upstream: Upstream, request: UpstreamRequest): Promise<UpstreamAnswer> {
  if (request.method !== 'GET') return upstream.send(request);
  let first: UpstreamAnswer;
  try {
    first = await upstream.send(request);
  } catch (error) {
    const failure = failureOf(error);
    if (failure !== 'reset' && failure !== 'refused') throw error;
    await pause(request.signal);
    return upstream.send(request);
  }
  if (!worthASecondTry.has(first.status)) return first;
  const askedSeconds = retryAfterSeconds(first.headers);
  // When Retry-After is longer than a person waits, the refusal is passed on.
  if (askedSeconds !== undefined && askedSeconds * 1000 > longestWait) return first;
  await pause(request.signal, askedSeconds === undefined ? undefined : askedSeconds * 1000);
  return upstream.send(request);
}

// Random jitter keeps a class's tablets from retrying in the same millisecond.
async function pause(signal: CallSignal, milliseconds = 50 + Math.random() * 100): Promise<void> {
  if (signal.aborted) throw signal.reason;
  await new Promise<void>((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    signal.addEventListener('abort', end);
  });
  if (signal.aborted) throw signal.reason;
}

/** Retry-After in seconds, from seconds or an HTTP date; undefined when absent or malformed. */
export function retryAfterSeconds(headers: UpstreamAnswer['headers']): number | undefined {
  const value = headers['retry-after'];
  if (typeof value !== 'string') return undefined;
  if (/^\d{1,6}$/.test(value)) return Number(value);
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, Math.ceil((date - Date.now()) / 1000));
}
