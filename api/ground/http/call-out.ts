import { type ClientRequest, type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP } from 'node:net';
import { AddressRefused, hostOf, isPublicAddress, lookupPublic } from './public-address.ts';

interface Call {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Whether addresses of this machine and of private networks are allowed. */
  readonly allowLocal: boolean;
  readonly signal: AbortSignal;
}

/**
 * Calls an address that a person entered, without following redirects. Rejects with `AddressRefused` for an address
 * that is not public, so that no caller reaches this machine's neighbours through the server (SSRF).
 */
export function callOut({ url: text, method, headers, body, allowLocal, signal }: Call): Promise<IncomingMessage> {
  const url = new URL(text);
  const host = hostOf(url);
  return new Promise((resolve, reject) => {
    // Addresses are not looked up, so the lookup below does not see them.
    if (!allowLocal && isIP(host) > 0 && !isPublicAddress(host)) throw new AddressRefused('The address is not public');
    const options = {
      method,
      headers: { ...headers, ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }) },
      // Each call opens a new connection, so that none is used that was opened before its address was checked.
      agent: false,
      signal,
      ...(!allowLocal && { lookup: lookupPublic }),
    } as const;
    const call: ClientRequest = url.protocol === 'https:' ? requestHttps(url, options) : requestHttp(url, options);
    call.on('response', resolve).on('error', reject).end(body);
  });
}
