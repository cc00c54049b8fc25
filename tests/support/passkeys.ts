import { madePasskey, relyingParty } from '#api/domains/passkeys/ceremony.ts';
import { newPasskeyChallenge } from '#api/domains/passkeys/challenges.ts';
import { newId } from '#api/ground/db/ids.ts';
import { passkeys } from '#api/ground/db/schema.ts';
import type { Uses } from '#api/ground/services.ts';
import { SoftwareAuthenticator } from './software-authenticator.ts';

type Store = Uses<'db' | 'settings'>;

export const newAuthenticator = ({ settings }: Uses<'settings'>) =>
  new SoftwareAuthenticator(relyingParty(settings).origin);

/** A challenge to sign in, as `beginPasskeyLogin` makes one. */
export async function askedToSignIn({ db, settings }: Store, userId: string | null = null) {
  const challenge = await newPasskeyChallenge(db, { purpose: 'sign-in', userId });
  return { challenge, rpId: relyingParty(settings).id };
}

/** Gives a member of staff a passkey, as the operations do. */
export async function givePasskey({ db, settings }: Store, userId: string, name = 'Phone') {
  const authenticator = newAuthenticator({ settings });
  const challenge = await newPasskeyChallenge(db, { purpose: 'add', userId });
  const body = authenticator.make({ challenge, rpId: relyingParty(settings).id });
  const made = await madePasskey({ settings, body, challenge });
  if (!made) throw new Error('The passkey does not fit');
  const id = newId();
  await db.insert(passkeys).values({ id, userId, ...made, name });
  return { id, authenticator };
}
