import type { Fault } from './fault.ts';

export const studentFaults: readonly Fault[] = [];
