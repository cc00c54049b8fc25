import { isObject } from '#web/shared/is-object.ts';
import { readStored, session, writeStored } from '#web/shared/storage.ts';
import { claimsOf } from '#web/staff/platform/session/access-token.ts';
import { loginInfo } from '#web/staff/platform/session/login-info.ts';

const prefix = 'draft:';

/** Only the changed fields, so that restoring a draft does not overwrite another person's changes to other fields. */
export type DraftValues = Readonly<Record<string, unknown>>;

// The key holds the user's id, so that the next user of this tab does not see the draft.
const keyOf = (name: string) => `${prefix}${claimsOf(loginInfo()?.accessToken ?? '')?.sub ?? ''}:${name}`;

export function readDraft(name: string): DraftValues | undefined {
  const found = readStored(session, keyOf(name));
  return isObject(found) ? found : undefined;
}

/** Stores a draft, without passwords. A new draft is based on the row that the form shows. */
export function writeDraft(name: string, values: DraftValues): void {
  const kept = Object.entries(values).filter(([field]) => field !== 'password');
  writeStored(session, keyOf(name), Object.fromEntries(kept));
  if (readOrigin(name) === undefined) writeOrigin(name, shownRows.get(name));
}

/** The version and values that a draft is based on, even after the form has read a newer version. */
export interface DraftOrigin {
  readonly version: number;
  readonly values: object;
}

const shownRows = new Map<string, DraftOrigin>();

/** Notes the row that an edit form shows. The draft of the form's first change is based on this row. */
export function noteShownRow(name: string, row: DraftOrigin): void {
  shownRows.set(name, row);
}

const originKey = (name: string) => `${keyOf(name)}:origin`;

export function readOrigin(name: string): DraftOrigin | undefined {
  const found = readStored(session, originKey(name));
  if (!isObject(found)) return undefined;
  const { version, values } = found;
  return typeof version === 'number' && isObject(values) ? { version, values } : undefined;
}

export function writeOrigin(name: string, origin: DraftOrigin | undefined): void {
  writeStored(session, originKey(name), origin);
}

export function forgetDraft(name: string): void {
  writeStored(session, keyOf(name), undefined);
  writeOrigin(name, undefined);
}

/** Removes all drafts at sign-out, so that the next user of the tab finds none. */
export function forgetAllDrafts(): void {
  for (const key of Object.keys(session())) {
    if (key.startsWith(prefix)) writeStored(session, key, undefined);
  }
}
