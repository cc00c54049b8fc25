import { newId } from '#api/ground/db/ids.ts';

/** The key of a file that somebody writes to see whether the store takes files, and removes at once. */
export const newProbeKey = (): string => `probe-${newId()}`;
