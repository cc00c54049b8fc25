/**
 * A proof of work by memory-hard hashing, after Adam Back's Hashcash (1997) with scrypt (RFC 7914) for its hash: the
 * challenge is the password, the solution in decimal digits is the salt. 4 MiB a try keep graphics cards from being much faster than
 * the device of the account's owner.
 */
export const proofWork = { N: 4096, r: 8, p: 1, dkLen: 4 } as const;

/** How many tries a challenge takes on average, as a power of two: from 16 to 128. */
export const proofBits = { least: 4, most: 7 } as const;

/** Whether a hash begins with so many zero bits. */
export const isProof = ([a = 0, b = 0, c = 0, d = 0]: Uint8Array, bits: number): boolean =>
  ((a << 24) | (b << 16) | (c << 8) | d) >>> 0 < 2 ** (32 - bits);

/** The demand of a refused sign-in: the challenge, and the number of zero bits at the start of its solution's hash. */
export interface ProofDemand {
  readonly challenge: string;
  readonly bits: number;
}
