import type { Fault } from './fault.ts';

export const styleFaults: readonly Fault[] = [];
