import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { refuseOldNode } from './node-version.mjs';

refuseOldNode();
const root = dirname(dirname(fileURLToPath(import.meta.url)));
process.chdir(root);
import('./build-run.mjs').then(({ runBuild }) => runBuild({ root }));
