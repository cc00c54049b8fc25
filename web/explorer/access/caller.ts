import { useSyncExternalStore } from 'react';
import { staffName } from '#schema/staff-name.ts';
import { loginInfo, onLoginInfoChange } from '#web/staff/platform/session/login-info.ts';
import { session } from './staff-session.ts';

/** The explorer's identity: a pasted key, else the user who is signed in to the web app in this browser. */
export interface Caller {
  readonly kind: 'apiKey' | 'staff' | 'nobody';
  /** The name of the signed-in user; empty for a key and for nobody. */
  readonly name: string;
}

function holder(): string {
  const login = loginInfo();
  return login === null ? '' : staffName(login);
}

/** The caller for a key, or without a key. Signing in or out changes the caller; a token renewal does not. */
export function useCaller(apiKey: string): Caller {
  const name = useSyncExternalStore(onLoginInfoChange, holder);
  if (apiKey !== '') return { kind: 'apiKey', name: '' };
  return { kind: name === '' ? 'nobody' : 'staff', name };
}

/** Fetches with the key, or as staff with an access token that is renewed first if necessary. */
export async function fetchAs(apiKey: string, path: string, init: RequestInit): Promise<Response> {
  if (apiKey !== '') return fetch(path, withBearer(init, apiKey));
  if (loginInfo() === null || !(await session.ensure())) return fetch(path, init);
  const used = loginInfo()?.accessToken ?? '';
  const response = await fetch(path, withBearer(init, used));
  if (response.status !== 401 || (await session.renew()) !== 'renewed') return response;
  const renewed = loginInfo()?.accessToken ?? '';
  return renewed === used ? response : fetch(path, withBearer(init, renewed));
}

function withBearer(init: RequestInit, token: string): RequestInit {
  const headers = new Headers(init.headers);
  // A typed `authorization` header takes precedence, so that integrators can test their own header.
  if (!headers.has('authorization')) headers.set('authorization', `Bearer ${token}`);
  return { ...init, headers };
}
