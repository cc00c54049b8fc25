/** Aborts after `limit` milliseconds, or with `signal`. `AbortSignal.any` came with Safari 17.4. */
export function signalWithin(limit: number, signal?: AbortSignal | null): AbortSignal {
  const late = AbortSignal.timeout(limit);
  if (!signal) return late;
  const either = new AbortController();
  for (const one of [signal, late]) {
    if (one.aborted) either.abort(one.reason);
    else one.addEventListener('abort', () => either.abort(one.reason), { once: true, signal: either.signal });
  }
  return either.signal;
}
