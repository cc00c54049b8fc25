import type { Queryable } from '#api/ground/db/client.ts';
import { ApiProblem, invalid } from '#api/ground/http/problems.ts';
import type { Uses } from '#api/ground/services.ts';
import type { LinkPurpose } from '#schema/rest/auth.ts';
import { isGuessable } from '#schema/rules/guessable-password.ts';
import { findLink, type FoundLink, linkExpired, linkInvalid, useLink, voidLinks } from './account-links.ts';
import { demoPassword } from './demo-accounts.ts';
import { newPasswordHash } from './passwords.ts';

interface Attempt {
  readonly purpose: LinkPurpose;
  readonly token: string;
  readonly password: string;
}

type User = FoundLink['user'];

/**
 * Uses a link of the purpose to set a new password. Of simultaneous attempts, one calls `write`, which stores the hash in
 * the same transaction; the others find the link used. Resolves to the user; undefined for an unknown link.
 */
export async function setPasswordByLink(
  { db, settings }: Uses<'db' | 'settings'>,
  { purpose, token, password }: Attempt,
  write: (tx: Queryable, user: User, passwordHash: string) => Promise<void>,
): Promise<User | undefined> {
  const found = await findLink(db, token);
  if (found?.link.purpose !== purpose) return undefined;
  const { link, user, schoolName, state } = found;
  if (state === 'expired') throw linkExpired();
  if (state !== 'live') throw linkInvalid();
  const passwordHash = await acceptedHash({ settings }, { user, schoolName, password });
  await db.transaction(async (tx) => {
    // `write` comes first, since it locks the user. Every transaction locks the user before the links, so none
    // deadlocks.
    await write(tx, user, passwordHash);
    // The link may have been used while the password was hashed; the error rolls the transaction back.
    if (!(await useLink(tx, link.id))) throw linkInvalid();
    await voidLinks(tx, [user.id]);
  });
  return user;
}

interface Wanted {
  readonly user: User;
  readonly schoolName: string | null;
  readonly password: string;
}

/** The hash of a new password; 400 for one that is easy to guess, and for the account's current one. */
export async function acceptedHash(
  { settings }: Uses<'settings'>,
  { user, schoolName, password }: Wanted,
): Promise<string> {
  // The demo password is public. Where demo accounts cannot sign in, no account may have it.
  const isOfDemo = (!settings.demoSignIn || settings.demoPasswordDrawn) && password === demoPassword;
  if (isOfDemo || isGuessable(password, { ...user, schoolName }))
    throw invalid({ password: ['messages.passwordTooCommon'] });
  const passwordHash = await newPasswordHash(password, user.passwordHash);
  if (passwordHash === undefined) throw passwordReused();
  return passwordHash;
}

const passwordReused = () =>
  new ApiProblem({
    status: 400,
    messageKey: 'messages.passwordReused',
    detail: 'Your new password cannot be the same as your current password. Please try another password.',
    errors: { password: ['messages.passwordReused'] },
  });
