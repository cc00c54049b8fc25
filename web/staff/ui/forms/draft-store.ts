import { isRecord, readStored, session, writeStored } from '#web/shared/storage.ts';
import { claimsOf } from '#web/staff/platform/session/access-token.ts';
import { loginInfo } from '#web/staff/platform/session/login-info.ts';

const prefix = 'draft:';

/** Only the fields that were changed: what somebody else changed in between stays theirs. */
export type DraftValues = Readonly<Record<string, unknown>>;

// A draft is its writer's alone, whoever signs in next in this tab.
const keyOf = (name: string) => `${prefix}${claimsOf(loginInfo()?.accessToken ?? '')?.sub ?? ''}:${name}`;

export function readDraft(name: string): DraftValues | undefined {
  const found = readStored(session, keyOf(name));
  return typeof found === 'object' && found !== null ? { ...found } : undefined;
}

export function writeDraft(name: string, values: DraftValues): void {
  writeStored(session, keyOf(name), values);
}

/** What a form was opened with. A draft answers to that, whatever was read later. */
export interface DraftOrigin {
  readonly version: number;
  readonly values: object;
}

const originKey = (name: string) => `${keyOf(name)}:origin`;

export function readOrigin(name: string): DraftOrigin | undefined {
  const found = readStored(session, originKey(name));
  if (!isRecord(found)) return undefined;
  const { version, values } = found;
  return typeof version === 'number' && isRecord(values) ? { version, values } : undefined;
}

export function writeOrigin(name: string, origin: DraftOrigin | undefined): void {
  writeStored(session, originKey(name), origin);
}

export function forgetDraft(name: string): void {
  writeStored(session, keyOf(name), undefined);
  writeOrigin(name, undefined);
}

/** Nothing of a member of staff stays in the tab after logging out. */
export function forgetAllDrafts(): void {
  for (const key of Object.keys(session())) {
    if (key.startsWith(prefix)) writeStored(session, key, undefined);
  }
}
