import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { refuseOldNode } from './node-version.mjs';

refuseOldNode();
const root = dirname(dirname(fileURLToPath(import.meta.url)));
process.chdir(root);
import('./check-run.mjs').then(({ runChecks }) =>
  runChecks({ root, parts: ['tests'], testArgs: process.argv.slice(2) }),
);
