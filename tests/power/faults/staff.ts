import type { Fault } from './fault.ts';

export const staffFaults: readonly Fault[] = [];
