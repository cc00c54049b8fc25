import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { deviceHeader } from '#schema/rest/headers.ts';
import type { Operation } from '#schema/rest/operation.ts';
import type { Secrets } from '#api/ground/keys/secrets.ts';
import type { Uses } from '#api/ground/services.ts';

/** The device of a request. */
export interface NamedDevice {
  /** The secret id; undefined when the browser has none that this API made. */
  readonly id: string | undefined;
  /** The new value of the browser's cookie; undefined leaves the cookie as it is. */
  readonly cookie: string | undefined;
}

/** Reads the device of a request. An operation that remembers devices creates one if there is none. */
export type NameDevice = (request: IncomingMessage, operation: Operation) => NamedDevice;

/**
 * A device's name is 128 random bits with a signature (HMAC-SHA-256) of the current key, so that only this API can name
 * a device. Older ids without a signature are accepted until a day in the settings. They are signed at the next call,
 * like ids that a replaced key signed.
 */
export function createDevices({ secrets, settings }: Uses<'secrets' | 'settings'>): NameDevice {
  return (request, { remembersDevice = false }) => {
    const presented = request.headers[deviceHeader]?.toString() ?? '';
    const known = idIn(presented, secrets, settings.unsignedDevicesUntil);
    // A program that calls without a gateway sends no device, and keeps no cookies.
    if (known === undefined && (presented === '' || !remembersDevice)) return { id: undefined, cookie: undefined };
    const id = known ?? randomBytes(16).toString('base64url');
    const signed = `${id}.${signatureOf(secrets.current('tokens').value, id)}`;
    // An operation that remembers the device renews the cookie's days.
    return { id, cookie: remembersDevice || signed !== presented ? signed : undefined };
  };
}

function idIn(presented: string, secrets: Secrets, unsignedUntil: string): string | undefined {
  const [, id, signature] = /^([\w-]{22,64})(?:\.([\w-]{43}))?$/.exec(presented) ?? [];
  if (id === undefined) return undefined;
  if (signature === undefined) return new Date().toISOString().slice(0, 10) <= unsignedUntil ? id : undefined;
  return secrets.all('tokens').some(({ value }) => isSame(signatureOf(value, id), signature)) ? id : undefined;
}

const isSame = (a: string, b: string): boolean => timingSafeEqual(Buffer.from(a), Buffer.from(b));

const signatureOf = (key: Uint8Array, id: string): string =>
  createHmac('sha256', deviceKey(key)).update(id).digest('base64url');

// Derived once for each key, so that no signature of a device is one of something else.
const deviceKeys = new WeakMap<Uint8Array, Buffer>();

function deviceKey(key: Uint8Array): Buffer {
  const known = deviceKeys.get(key);
  if (known) return known;
  const derived = Buffer.from(hkdfSync('sha256', key, '', 'device cookie', 32));
  deviceKeys.set(key, derived);
  return derived;
}
