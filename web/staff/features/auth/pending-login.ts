import { z } from 'zod';
import { readStored, session, writeStored } from '#web/shared/storage.ts';

const key = 'providerLogin';

const pending = z.object({
  state: z.string(),
  rememberMe: z.boolean(),
  /** The page asked for before signing in. */
  to: z.string().optional(),
});

/** A sign-in for which this tab went to a school's provider. */
export type PendingLogin = z.infer<typeof pending>;

/** False when the browser stores nothing: the answer could not be told from somebody else's then. */
export const keepPending = (login: PendingLogin): boolean => writeStored(session, key, login);

/**
 * The sign-in that this tab began and that `state` answers. An answer that somebody else began is none, so that no link
 * signs a person in to another's account.
 */
export function pendingLogin(state: string | null): PendingLogin | undefined {
  const { data } = pending.safeParse(readStored(session, key));
  return data?.state === state ? data : undefined;
}

export const forgetPending = (): void => void writeStored(session, key, undefined);
