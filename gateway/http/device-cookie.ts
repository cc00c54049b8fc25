import type { Request, Response } from 'express';
import { deviceForm } from '#gateway/rest/caller.ts';

const name = 'device';
// Browsers take this prefix over TLS alone, for this host alone and every path: no other subdomain can set such a cookie.
const nameOverTls = `__Host-${name}`;
/** In milliseconds. Browsers keep a cookie for at most 400 days; each use renews it. */
const maxAge = 400 * 24 * 60 * 60 * 1000;

/** The cookie's value; undefined when the browser has no cookie. /api checks whether it made the value. */
export function deviceOf({ headers: { cookie } }: Request): string | undefined {
  if (cookie === undefined) return undefined;
  return overTls.exec(cookie)?.[1] ?? plain.exec(cookie)?.[1];
}

const cookieOf = (its: string): RegExp => new RegExp(`(?:^|;\\s*)${its}=(${deviceForm})(?:;|$)`);
const overTls = cookieOf(nameOverTls);
const plain = cookieOf(name);

interface Keeping {
  readonly request: Request;
  readonly response: Response;
  /** Whether PUBLIC_URL has TLS: a proxy that is not trusted hides it from the request. */
  readonly behindTls: boolean;
  /** The device id with /api's signature. */
  readonly device: string;
}

/**
 * Sets the cookie for the next 400 days. No script can read it, and where the school's address has TLS it is sent over
 * TLS alone, under a name of its own. A device that has the cookie without TLS is recognised, and gets the other name.
 */
export function keepDevice({ request, response, behindTls, device }: Keeping): void {
  const secure = behindTls || request.secure;
  const kept = { httpOnly: true, secure, sameSite: 'lax', maxAge } as const;
  if (behindTls) response.cookie(nameOverTls, device, { ...kept, path: '/' });
  else response.cookie(name, device, { ...kept, path: '/graphql' });
}
