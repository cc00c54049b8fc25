import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { refuseOldNode } from './node-version.mjs';

refuseOldNode();
const root = dirname(dirname(fileURLToPath(import.meta.url)));
process.chdir(root);
import('./launch.mjs').then(({ launch }) => launch({ root, dev: process.argv.includes('--dev') }));
