import '#web/staff/platform/zod-without-eval.ts';
import { useSyncExternalStore } from 'react';
import { z } from 'zod';
import { roles } from '#schema/access.ts';
import { isTimeZone } from '#schema/time-zone.ts';
import { createListeners } from '#web/shared/listeners.ts';
import { local, writeStored } from '#web/shared/storage.ts';
import type { ClientProblem } from '#web/shared/apollo/problem.ts';
import { claimsOf } from './access-token.ts';

const key = 'loginInfo';

const stored = z.object({
  firstName: z.string(),
  lastName: z.string(),
  role: z.enum(roles),
  accessToken: z.string(),
  refreshToken: z.string(),
  receivedAt: z.number().optional(),
  /** The second step that the account lacks, from a day on or `due` now. */
  secondStepDemand: z.object({ from: z.string().nullable(), due: z.boolean() }).nullish(),
  /** The time zone of the person's schools, else the installation's. Sessions of earlier versions have none. */
  timeZone: z.string().refine(isTimeZone).optional().catch(undefined),
});

/** The signed-in person, as stored in local storage under `loginInfo` (spec, section 3). */
export type LoginInfo = z.infer<typeof stored>;

const listeners = createListeners();
let lastText: string | null | undefined;
let lastInfo: LoginInfo | null = null;

function storedText(): string | null {
  try {
    return local().getItem(key);
  } catch {
    return null;
  }
}

/** Null when signed out; corrupt or refused storage counts as signed out. The same object until it changes. */
export function loginInfo(): LoginInfo | null {
  const text = storedText();
  if (text === lastText) return lastInfo;
  lastText = text;
  lastInfo = parsed(text);
  return lastInfo;
}

function parsed(text: string | null): LoginInfo | null {
  if (text === null) return null;
  try {
    return stored.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

/** Stores it for every tab; null signs out. */
export function setLoginInfo(info: LoginInfo | null): void {
  writeStored(local, key, info ?? undefined);
  listeners.tell();
}

/** Stores the renewed pair of tokens that came with a response. A pair that was issued before the stored one is ignored. */
export function renewTokens(pair: { readonly accessToken: string; readonly refreshToken: string }): void {
  const login = loginInfo();
  const successor = claimsOf(pair.accessToken);
  if (login === null || successor === undefined || pair.accessToken === login.accessToken) return;
  const current = claimsOf(login.accessToken);
  if (current !== undefined && (successor.iat < current.iat || successor.sub !== current.sub)) return;
  setLoginInfo({ ...login, ...pair, receivedAt: Date.now() });
}

/** Stores what the account lacks; null when it lacks nothing. */
export function setSecondStepDemand(secondStepDemand: LoginInfo['secondStepDemand']): void {
  const login = loginInfo();
  if (login) setLoginInfo({ ...login, secondStepDemand });
}

/** Shows the person's new name wherever the page names its user. */
export function showOwnName({ firstName, lastName }: Pick<LoginInfo, 'firstName' | 'lastName'>): void {
  const login = loginInfo();
  if (login) setLoginInfo({ ...login, firstName, lastName });
}

/** Calls back when this tab or another one signs in, signs out or renews. Returns the unsubscribe function. */
export function onLoginInfoChange(listener: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key === key || event.key === null) listener();
  };
  const unsubscribe = listeners.subscribe(listener);
  window.addEventListener('storage', onStorage);
  return () => {
    unsubscribe();
    window.removeEventListener('storage', onStorage);
  };
}

export function useLoginInfo(): LoginInfo | null {
  return useSyncExternalStore(onLoginInfoChange, loginInfo);
}

/** True when the request failed because the session ended. The session shows its own toast and leads to sign-in. */
export function isSessionEnd(problem: ClientProblem): boolean {
  return problem.status === 401 && loginInfo() === null;
}

/** The signed-in user's id. */
export function useOwnId(): string | undefined {
  return claimsOf(useLoginInfo()?.accessToken ?? '')?.sub;
}
