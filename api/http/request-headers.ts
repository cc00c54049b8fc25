import type { IncomingMessage } from 'node:http';
import type { ClientHints } from './route.ts';

/** The token of `Authorization: Bearer`; empty when there is only the word. */
export function bearerToken({ headers }: IncomingMessage): string | undefined {
  const [scheme, token] = (headers.authorization ?? '').split(' ');
  return scheme?.toLowerCase() === 'bearer' ? (token ?? '') : undefined;
}

export function clientHintsOf({ headers }: IncomingMessage): ClientHints {
  const hint = (name: string): string | undefined => headers[name]?.toString();
  return {
    brands: hint('sec-ch-ua'),
    platform: hint('sec-ch-ua-platform'),
    platformVersion: hint('sec-ch-ua-platform-version'),
  };
}
