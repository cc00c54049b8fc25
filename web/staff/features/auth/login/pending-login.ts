import { z } from 'zod';
import { readStored, session, writeStored } from '#web/shared/storage.ts';

const key = 'providerLogin';

const pending = z.object({
  state: z.string(),
  rememberMe: z.boolean(),
  /** The page asked for before signing in. */
  to: z.string().optional(),
});

/** A sign-in that this tab started and that continues at a school's provider. */
export type PendingLogin = z.infer<typeof pending>;

/** Stores the pending sign-in. False if the browser stores nothing: the answer could then not be matched by `state`. */
export const keepPending = (login: PendingLogin): boolean => writeStored(session, key, login);

/**
 * The sign-in that this tab started with this `state`. Undefined for any other `state`, so that a forged link cannot
 * sign a user in to another person's account (login CSRF).
 */
export function pendingLogin(state: string | null): PendingLogin | undefined {
  const { data } = pending.safeParse(readStored(session, key));
  return data?.state === state ? data : undefined;
}

export const forgetPending = (): void => void writeStored(session, key, undefined);
