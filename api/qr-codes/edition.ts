import { createHash } from 'node:crypto';

/** Changes with the hash code, so that neither a browser's cache nor an old link shows the code of yesterday. */
export const editionOf = (hashCode: string): string => createHash('sha256').update(hashCode).digest('hex').slice(0, 8);
