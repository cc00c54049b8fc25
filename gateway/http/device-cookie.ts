import { randomBytes } from 'node:crypto';
import type { Request, Response } from 'express';

const name = 'device';
// Browsers take this prefix over TLS alone, for this host alone and every path: no other subdomain can set such a cookie.
const nameOverTls = `__Host-${name}`;
/** In milliseconds. Browsers keep a cookie for at most 400 days; each use renews it. */
const maxAge = 400 * 24 * 60 * 60 * 1000;

/** The device's secret id; undefined when the browser has none. */
export function deviceOf({ headers: { cookie = '' } }: Request): string | undefined {
  return valueOf(cookie, nameOverTls) ?? valueOf(cookie, name);
}

const valueOf = (cookie: string, its: string): string | undefined =>
  new RegExp(`(?:^|;\\s*)${its}=([\\w-]{22,64})(?:;|$)`).exec(cookie)?.[1];

interface Naming {
  readonly request: Request;
  readonly response: Response;
  /** Whether PUBLIC_URL has TLS: a proxy that is not trusted hides it from the request. */
  readonly behindTls: boolean;
}

/**
 * Sets the cookie with the device's id for the next 400 days and makes a new id of 128 random bits when there is none.
 * No script can read the cookie, and where the school's address has TLS it is sent over TLS alone. A cookie of the
 * name without TLS goes on, and gets the other name.
 */
export function nameDevice({ request, response, behindTls }: Naming): string {
  const device = deviceOf(request) ?? randomBytes(16).toString('base64url');
  const secure = behindTls || request.secure;
  const kept = { httpOnly: true, secure, sameSite: 'lax', maxAge } as const;
  if (behindTls) response.cookie(nameOverTls, device, { ...kept, path: '/' });
  else response.cookie(name, device, { ...kept, path: '/graphql' });
  return device;
}
