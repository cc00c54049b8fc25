import type { IncomingMessage } from 'node:http';

/** The token of `Authorization: Bearer`; empty when there is only the word. */
export function bearerToken({ headers }: IncomingMessage): string | undefined {
  const [scheme, token] = (headers.authorization ?? '').split(' ');
  return scheme?.toLowerCase() === 'bearer' ? (token ?? '') : undefined;
}
