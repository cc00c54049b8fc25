import { randomBytes } from 'node:crypto';
import type { Request, Response } from 'express';

const name = 'device';
/** Milliseconds: browsers keep no cookie for longer than 400 days, each use begins them anew. */
const maxAge = 400 * 24 * 60 * 60 * 1000;

/** The device's secret name, where the browser has one. */
export function deviceOf({ headers: { cookie = '' } }: Request): string | undefined {
  return /(?:^|;\s*)device=([\w-]{22,64})(?:;|$)/.exec(cookie)?.[1];
}

/** Gives the device its name for the next 400 days, a new one of 128 random bits where it has none. No script can read it. */
export function nameDevice(request: Request, response: Response): string {
  const device = deviceOf(request) ?? randomBytes(16).toString('base64url');
  response.cookie(name, device, { httpOnly: true, secure: request.secure, sameSite: 'lax', path: '/graphql', maxAge });
  return device;
}
