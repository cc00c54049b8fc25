import type {
  AddPasskeyInput,
  BeginPasskeyLoginMutation,
  BeginPasskeyMutation,
  PasskeyLoginInput,
} from '#web/staff/operations.generated.ts';

/** Whether this browser supports passkeys. Browsers offer passkeys only on pages with TLS and on localhost. */
export const knowsPasskeys = (): boolean => typeof window.PublicKeyCredential === 'function';

/**
 * Why a browser made or used no passkey: the person cancelled or took too long, this device has one already, the page is
 * not at the address to which passkeys belong, or anything else.
 */
export type PasskeyFault = 'passkeyCancelled' | 'passkeyExists' | 'passkeyElsewhere' | 'passkeyFailed';

const faults: Readonly<Record<string, PasskeyFault>> = {
  AbortError: 'passkeyCancelled',
  NotAllowedError: 'passkeyCancelled',
  InvalidStateError: 'passkeyExists',
  SecurityError: 'passkeyElsewhere',
};

/** The browser's own refusal; undefined for any other error, such as the server's. */
export function passkeyFaultOf(error: unknown): PasskeyFault | undefined {
  if (error instanceof NoPasskey) return 'passkeyFailed';
  return error instanceof DOMException ? (faults[error.name] ?? 'passkeyFailed') : undefined;
}

class NoPasskey extends Error {}

// The signature algorithms that the server verifies: ES256, RS256 for Windows, EdDSA.
const algorithms = [-7, -257, -8];

type Creation = BeginPasskeyMutation['beginPasskey'];
type Request = BeginPasskeyLoginMutation['beginPasskeyLogin'];

/** Has the browser make a passkey. The JSON helpers of WebAuthn are newer than Safari 16 and Chrome 109. */
export async function makePasskey(creation: Creation): Promise<AddPasskeyInput> {
  const { challenge, rpId, userHandle, userName, displayName, existing } = creation;
  const made = await navigator.credentials.create({
    publicKey: {
      challenge: bytesOf(challenge),
      rp: { id: rpId, name: 'Manabook' },
      user: { id: bytesOf(userHandle), name: userName, displayName },
      pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key', alg })),
      excludeCredentials: existing.map(named),
      // Sign-in asks for no user name, so the authenticator must store the user with the key (discoverable credential).
      authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
      attestation: 'none',
    },
  });
  if (!(made instanceof PublicKeyCredential) || !(made.response instanceof AuthenticatorAttestationResponse))
    throw new NoPasskey();
  const { clientDataJSON, attestationObject } = made.response;
  return { credential: made.id, clientData: textOf(clientDataJSON), attestation: textOf(attestationObject) };
}

/** Has the browser sign in with a passkey: one of those that are allowed, or the person's choice. */
export async function signWithPasskey({ challenge, rpId, allowed }: Request): Promise<PasskeyLoginInput> {
  const used = await navigator.credentials.get({
    publicKey: {
      challenge: bytesOf(challenge),
      rpId,
      allowCredentials: allowed.map(named),
      userVerification: 'required',
    },
  });
  if (!(used instanceof PublicKeyCredential) || !(used.response instanceof AuthenticatorAssertionResponse))
    throw new NoPasskey();
  const { clientDataJSON, authenticatorData, signature } = used.response;
  return {
    credential: used.id,
    clientData: textOf(clientDataJSON),
    authenticatorData: textOf(authenticatorData),
    signature: textOf(signature),
  };
}

const named = (id: string): PublicKeyCredentialDescriptor => ({ type: 'public-key', id: bytesOf(id) });

/** Base64url to bytes, and back. */
const bytesOf = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (sign) => sign.charCodeAt(0));
const textOf = (bytes: ArrayBuffer): string =>
  btoa(Array.from(new Uint8Array(bytes), (byte) => String.fromCharCode(byte)).join(''))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
