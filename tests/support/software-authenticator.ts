import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

/** What a test may do wrong. */
interface Deviations {
  readonly origin?: string;
  readonly rpId?: string;
  readonly type?: string;
  /** False: the person only touched it. */
  readonly verified?: boolean;
  readonly counter?: number;
  /** Certificates, as an authenticator names that attests what it is. */
  readonly certificates?: readonly Buffer[];
}

interface Asked {
  readonly challenge: string;
  readonly rpId: string;
}

/** One passkey of a software authenticator: real CBOR, COSE and ES256 signatures, as WebAuthn has them. */
export class SoftwareAuthenticator {
  readonly credentialId = randomBytes(32).toString('base64url');
  readonly #key: KeyObject;
  readonly #coordinates: readonly [x: Buffer, y: Buffer];
  readonly #origin: string;
  #counter = 0;

  constructor(origin: string) {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
    this.#key = privateKey;
    this.#coordinates = [Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')];
    this.#origin = origin;
  }

  /** The answer of `navigator.credentials.create`, as `addPasskey` takes it. */
  make(asked: Asked, wrong: Deviations = {}) {
    const id = Buffer.from(this.credentialId, 'base64url');
    const [x, y] = this.#coordinates;
    const key = cbor(
      new Map<Cbor, Cbor>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, x],
        [-3, y],
      ]),
    );
    const credential = Buffer.concat([Buffer.alloc(16), numberOf(2, id.length), id, key]);
    const authData = Buffer.concat([this.#head(asked, wrong, 0x40), credential]);
    const { certificates } = wrong;
    const statement: Cbor = certificates
      ? new Map<Cbor, Cbor>([
          ['alg', -7],
          ['sig', randomBytes(70)],
          ['x5c', certificates],
        ])
      : new Map<Cbor, Cbor>();
    const attestation = new Map<Cbor, Cbor>([
      ['fmt', certificates ? 'packed' : 'none'],
      ['attStmt', statement],
      ['authData', authData],
    ]);
    return {
      credential: this.credentialId,
      clientData: this.#clientData(asked, 'webauthn.create', wrong).toString('base64url'),
      attestation: cbor(attestation).toString('base64url'),
    };
  }

  /** The answer of `navigator.credentials.get`, as `passkeyLogin` takes it. */
  sign(asked: Asked, wrong: Deviations = {}) {
    this.#counter = wrong.counter ?? this.#counter + 1;
    const clientData = this.#clientData(asked, 'webauthn.get', wrong);
    const authData = this.#head(asked, wrong, 0);
    const signature = sign('sha256', Buffer.concat([authData, sha256(clientData)]), this.#key);
    return {
      credential: this.credentialId,
      clientData: clientData.toString('base64url'),
      authenticatorData: authData.toString('base64url'),
      signature: signature.toString('base64url'),
    };
  }

  #clientData({ challenge }: Asked, type: string, wrong: Deviations): Buffer {
    const data = { type: wrong.type ?? type, challenge, origin: wrong.origin ?? this.#origin, crossOrigin: false };
    return Buffer.from(JSON.stringify(data));
  }

  // User present, and verified unless the test says otherwise.
  #head({ rpId }: Asked, { verified = true, ...wrong }: Deviations, more: number): Buffer {
    const flags = 0x01 | (verified ? 0x04 : 0) | more;
    return Buffer.concat([sha256(wrong.rpId ?? rpId), Buffer.from([flags]), numberOf(4, this.#counter)]);
  }
}

const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest();

type Cbor = number | string | Buffer | readonly Cbor[] | ReadonlyMap<Cbor, Cbor>;

/** CBOR (RFC 8949) of what an attestation holds. */
function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value);
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  if (value instanceof Map) {
    const entries = [...(value as ReadonlyMap<Cbor, Cbor>)];
    return Buffer.concat([head(5, entries.length), ...entries.flatMap(([key, each]) => [cbor(key), cbor(each)])]);
  }
  const items = value as readonly Cbor[];
  return Buffer.concat([head(4, items.length), ...items.map(cbor)]);
}

function head(major: number, length: number): Buffer {
  const first = (low: number) => Buffer.from([(major << 5) | low]);
  if (length < 24) return first(length);
  if (length < 0x100) return Buffer.concat([first(24), numberOf(1, length)]);
  return Buffer.concat([first(25), numberOf(2, length)]);
}

function numberOf(bytes: number, value: number): Buffer {
  const buffer = Buffer.alloc(bytes);
  buffer.writeUIntBE(value, 0, bytes);
  return buffer;
}
