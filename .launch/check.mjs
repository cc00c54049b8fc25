import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { refuseOldNode } from './node-version.mjs';

const PARTS = ['types', 'lint', 'format', 'dead code', 'tests'];

refuseOldNode();
const root = dirname(dirname(fileURLToPath(import.meta.url)));
process.chdir(root);
const parts = process.argv.includes('--without-tests') ? PARTS.filter((part) => part !== 'tests') : PARTS;
import('./check-run.mjs').then(({ runChecks }) => runChecks({ root, parts, testArgs: [] }));
