import { type Uint8Array_, verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server';
import { decodeAttestationObject } from '@simplewebauthn/server/helpers';
import type { passkeys } from '#api/ground/db/schema.ts';
import type { Uses } from '#api/ground/services.ts';
import type { BodyOf } from '#schema/rest/operation.ts';
import type { addPasskey, passkeyLogin } from '#schema/rest/passkeys.ts';

type Settings = Uses<'settings'>['settings'];
type StoredPasskey = typeof passkeys.$inferSelect;

/** The relying party of WebAuthn: this installation, by its public address. A passkey works at this host alone. */
export function relyingParty({ publicUrl }: Settings) {
  const { hostname, origin } = new URL(publicUrl);
  return { id: hostname, origin };
}

/** The user handle that an authenticator keeps: the account's id, since it reveals nothing else about the person. */
export const handleOf = (userId: string): string => Buffer.from(userId).toString('base64url');

const bytesOf = (text: string): Uint8Array_ => Uint8Array.from(Buffer.from(text, 'base64url'));

// The algorithms that the server accepts: EdDSA, ES256, and RS256 for Windows.
const algorithms = [-7, -257, -8];

interface Answer<Body> {
  readonly settings: Settings;
  readonly body: Body;
  /** The challenge of this answer, which is already used up. */
  readonly challenge: string;
}

/** A new passkey that fits; undefined for one that does not. */
export async function madePasskey({ settings, body, challenge }: Answer<BodyOf<typeof addPasskey>>) {
  const { credential: credentialId, clientData, attestation } = body;
  const { id, origin } = relyingParty(settings);
  try {
    if (namesCertificates(attestation)) return undefined;
    const { registrationInfo } = await verifyRegistrationResponse({
      response: {
        id: credentialId,
        rawId: credentialId,
        type: 'public-key',
        clientExtensionResults: {},
        response: { clientDataJSON: clientData, attestationObject: attestation },
      },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    });
    if (registrationInfo?.credential.id !== credentialId) return undefined;
    const { credential, credentialBackedUp: synced } = registrationInfo;
    const publicKey = Buffer.from(credential.publicKey).toString('base64url');
    return { credentialId, publicKey, counter: credential.counter, synced };
  } catch {
    // The library throws for whatever does not fit.
    return undefined;
  }
}

// No attestation is asked for: the library would fetch revocation lists from any address that a certificate names (SSRF).
function namesCertificates(attestation: string): boolean {
  const object = decodeAttestationObject(bytesOf(attestation));
  const format = object.get('fmt');
  return format !== 'none' && (format !== 'packed' || object.get('attStmt').get('x5c') !== undefined);
}

/** The passkey's count after a signature that fits; undefined for one that does not. */
export async function signedCount({
  settings,
  body,
  challenge,
  passkey,
}: Answer<BodyOf<typeof passkeyLogin>> & { readonly passkey: StoredPasskey }): Promise<number | undefined> {
  const { credential: credentialId, clientData, authenticatorData, signature } = body;
  const { id, origin } = relyingParty(settings);
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        id: credentialId,
        rawId: credentialId,
        type: 'public-key',
        clientExtensionResults: {},
        response: { clientDataJSON: clientData, authenticatorData, signature },
      },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: true,
      credential: { id: passkey.credentialId, publicKey: bytesOf(passkey.publicKey), counter: passkey.counter },
    });
    return verified ? authenticationInfo.newCounter : undefined;
  } catch {
    return undefined;
  }
}
