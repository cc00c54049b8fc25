import { keyPurposes } from '#api/ground/db/schema.ts';

export type KeyPurpose = (typeof keyPurposes)[number];

export interface SigningKey {
  /** The `kid` of tokens. */
  readonly id: string;
  readonly purpose: KeyPurpose;
  readonly value: Uint8Array;
  readonly signsFrom: Date;
}

/** The keys that all API processes share. Keys rotate while a process runs, so read a key at each use. */
export interface Secrets {
  /** Changes with every rotation, for caches of verified signatures. */
  readonly version: number;
  /** The key that signs now: the newest one whose time has come. */
  current(purpose: KeyPurpose): SigningKey;
  /** Every key that verifies; the first one signs. */
  all(purpose: KeyPurpose): readonly SigningKey[];
}

/** The key of tokens without a `kid`, which were signed before there were several. */
export const firstKeyId = (purpose: KeyPurpose): string => `first-${purpose}`;

/** A ring whose keys can be exchanged for others while it is used. */
export interface KeyRing extends Secrets {
  replace(keys: readonly SigningKey[]): void;
}

export function createKeyRing(first: readonly SigningKey[], now: () => number = Date.now): KeyRing {
  let version = 0;
  let byPurpose = grouped(first);
  let text = '';
  const all = (purpose: KeyPurpose): readonly SigningKey[] => {
    const keys = byPurpose.get(purpose) ?? [];
    // The newest keys come first. Keys that do not sign yet verify too, for processes whose clock is behind.
    const signing = keys.findIndex(({ signsFrom }) => signsFrom.getTime() <= now());
    return signing <= 0 ? keys : [...keys.slice(signing), ...keys.slice(0, signing)];
  };
  return {
    get version() {
      return version;
    },
    all,
    current(purpose) {
      const [key] = all(purpose);
      if (!key) throw new Error(`There is no signing key for ${purpose}`);
      return key;
    },
    replace(keys) {
      const next = keys
        .map(({ id }) => id)
        .sort()
        .join();
      if (next === text) return;
      text = next;
      version += 1;
      byPurpose = grouped(keys);
    },
  };
}

function grouped(keys: readonly SigningKey[]): ReadonlyMap<KeyPurpose, readonly SigningKey[]> {
  const newestFirst = [...keys].sort((a, b) => b.signsFrom.getTime() - a.signsFrom.getTime());
  return new Map(keyPurposes.map((purpose) => [purpose, newestFirst.filter((key) => key.purpose === purpose)]));
}
