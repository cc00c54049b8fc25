import { CallEnd } from '#gateway/rest/call-signal.ts';
import { errorOfAnswer, errorOfFailure, unreadable } from '#gateway/rest/errors.ts';
import { timedOut } from '#gateway/rest/failures.ts';
import type { Upstream } from '#gateway/rest/upstream.ts';

/** The OpenAPI document of /api, whose own address integrators cannot reach. Rejects with the error for the client. */
export async function openapiOf(upstream: Upstream, milliseconds: number): Promise<string> {
  const end = new CallEnd();
  const timer = setTimeout(() => end.abort(timedOut), milliseconds);
  const request = { method: 'GET', path: '/api/openapi.json', headers: {}, signal: end } as const;
  try {
    const answer = await upstream.send(request).catch((error: unknown) => {
      throw errorOfFailure(error);
    });
    if (answer.status !== 200) throw errorOfAnswer(answer);
    const document = answer.value();
    if (document === undefined) throw unreadable();
    return JSON.stringify(document);
  } finally {
    clearTimeout(timer);
  }
}
