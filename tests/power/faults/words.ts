import type { Fault } from './fault.ts';

export const wordFaults: readonly Fault[] = [];
