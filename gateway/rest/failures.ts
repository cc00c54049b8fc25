import { errors } from 'undici';

/** Why no complete answer arrived. */
export type Failure = 'timeout' | 'reset' | 'refused' | 'gone' | 'other';

const codes: Record<string, Failure> = {
  ECONNREFUSED: 'refused',
  ECONNRESET: 'reset',
  EPIPE: 'reset',
  UND_ERR_SOCKET: 'reset',
  UND_ERR_CONNECT_TIMEOUT: 'timeout',
  UND_ERR_HEADERS_TIMEOUT: 'timeout',
  UND_ERR_BODY_TIMEOUT: 'timeout',
  ETIMEDOUT: 'timeout',
};

/** The abort reason when a call exceeds its time limit. */
export const timedOut = new errors.HeadersTimeoutError('The call took too long');

/** The abort reason when the client has disconnected. */
export const clientDisconnected = new errors.RequestAbortedError('The client has gone');

export function failureOf(error: unknown): Failure {
  if (error === clientDisconnected) return 'gone';
  if (!(error instanceof Error)) return 'other';
  // A host with several addresses fails with the errors of all of them in one.
  if (error instanceof AggregateError) return failureOf(error.errors[0]);
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return codes[code] ?? 'other';
}
