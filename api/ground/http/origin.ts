import type { IncomingMessage } from 'node:http';
import { visitorAddressOf } from './visitor-address.ts';

/** The client hints of a browser, by header. */
export interface ClientHints {
  readonly brands: string | undefined;
  readonly platform: string | undefined;
  readonly platformVersion: string | undefined;
}

/** The origin of a request: its address and its browser. */
export interface Origin {
  /** The visitor's address as the first trusted hop saw it. */
  readonly address: string;
  readonly userAgent: string;
  readonly clientHints: ClientHints;
}

export function originOf(request: IncomingMessage): Origin {
  const { headers } = request;
  const hint = (name: string): string | undefined => headers[name]?.toString();
  return {
    address: visitorAddressOf(request),
    userAgent: headers['user-agent'] ?? '',
    clientHints: {
      brands: hint('sec-ch-ua'),
      platform: hint('sec-ch-ua-platform'),
      platformVersion: hint('sec-ch-ua-platform-version'),
    },
  };
}
