import { newId } from '#api/ground/db/ids.ts';

/** A key for a temporary file that tests whether the store is writable. */
export const newProbeKey = (): string => `probe-${newId()}`;
