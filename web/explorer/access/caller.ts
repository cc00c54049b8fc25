import { useSyncExternalStore } from 'react';
import { staffName } from '#schema/staff-name.ts';
import { loginInfo, onLoginInfoChange } from '#web/staff/platform/session/login-info.ts';
import { session } from './staff-session.ts';

/** Whose rights the explorer uses: those of a pasted key, else of the person who is signed in to the web app in this browser. */
export interface Caller {
  readonly kind: 'apiKey' | 'staff' | 'nobody';
  /** Who is signed in; empty for a key and for nobody. */
  readonly name: string;
}

function holder(): string {
  const login = loginInfo();
  return login === null ? '' : staffName(login);
}

/** The caller with this key, or without one. Renewed tokens do not change it; signing in or out does. */
export function useCaller(apiKey: string): Caller {
  const name = useSyncExternalStore(onLoginInfoChange, holder);
  if (apiKey !== '') return { kind: 'apiKey', name: '' };
  return { kind: name === '' ? 'nobody' : 'staff', name };
}

/** Fetches with the key, or as staff with a token that is renewed first where it has to be. */
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
  // A header that was typed in wins: whoever types it wants to see what comes of it.
  if (!headers.has('authorization')) headers.set('authorization', `Bearer ${token}`);
  return { ...init, headers };
}
