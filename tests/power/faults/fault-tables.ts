import type { Fault } from './fault.ts';
import { serverFaults } from './servers.ts';
import { staffFaults } from './staff.ts';
import { studentFaults } from './student.ts';
import { styleFaults } from './styles.ts';
import { wordFaults } from './words.ts';

export const faultTables: readonly { readonly name: string; readonly faults: readonly Fault[] }[] = [
  { name: 'staff', faults: staffFaults },
  { name: 'student', faults: studentFaults },
  { name: 'words', faults: wordFaults },
  { name: 'styles', faults: styleFaults },
  { name: 'servers', faults: serverFaults },
];
