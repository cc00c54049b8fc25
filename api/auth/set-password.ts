import type { Queryable } from '#api/db/client.ts';
import { demoPassword } from '#api/demo/accounts.ts';
import { ApiProblem, invalid } from '#api/http/problems.ts';
import type { Services } from '#api/services.ts';
import type { LinkPurpose } from '#schema/rest/auth.ts';
import { useLink, voidLinks } from './account-links.ts';
import { isCommonPassword } from './common-passwords.ts';
import { findLink, type FoundLink, linkExpired, linkInvalid } from './find-link.ts';
import { newPasswordHash } from './passwords.ts';

interface Attempt {
  readonly purpose: LinkPurpose;
  readonly token: string;
  readonly password: string;
}

type User = FoundLink['user'];

/**
 * Uses a link of the purpose up for a new password: of many attempts at once, one comes to `write`, which stores the
 * hash in the same transaction; the others find the link used. Resolves to whose it was, undefined for no link of ours.
 */
export async function setPasswordByLink(
  { db, settings }: Pick<Services, 'db' | 'settings'>,
  { purpose, token, password }: Attempt,
  write: (tx: Queryable, user: User, passwordHash: string) => Promise<void>,
): Promise<User | undefined> {
  const found = await findLink(db, token);
  if (found?.link.purpose !== purpose) return undefined;
  const { link, user, state } = found;
  if (state === 'expired') throw linkExpired();
  if (state !== 'live') throw linkInvalid();
  // Where demo accounts cannot sign in, their password opens nothing, whoever chose it.
  const isOfDemo = !settings.demoSignIn && password === demoPassword;
  if (isOfDemo || isCommonPassword(password, user)) throw invalid({ password: ['messages.passwordTooCommon'] });
  const passwordHash = await newPasswordHash(password, user.passwordHash);
  if (passwordHash === undefined) throw passwordReused();
  await db.transaction(async (tx) => {
    // First, as it locks the user: whoever makes or voids links does so before touching them.
    await write(tx, user, passwordHash);
    // It may have been used or voided while the password was hashed; then nothing was written.
    if (!(await useLink(tx, link.id))) throw linkInvalid();
    await voidLinks(tx, user.id);
  });
  return user;
}

const passwordReused = () =>
  new ApiProblem({
    status: 400,
    messageKey: 'messages.passwordReused',
    detail: 'Your new password cannot be the same as your current password. Please try another password.',
    errors: { password: ['messages.passwordReused'] },
  });
