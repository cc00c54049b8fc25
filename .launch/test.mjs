import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { refuseOldNode } from './node-version.mjs';

refuseOldNode();
const root = dirname(dirname(fileURLToPath(import.meta.url)));
process.chdir(root);
const [first, ...others] = process.argv.slice(2);
// `npm test` tries each field with a sample of the naughty texts, this with all of them.
const exhaustive = first === '--exhaustive';
if (exhaustive) process.env.NAUGHTY_SEED = 'all';
const times = first === '--times';
const watch = first === '--watch';
const rest = exhaustive || times || watch ? others : process.argv.slice(2);
const { runChecks } = await import('./check-run.mjs');
await runChecks({ root, parts: ['tests'], testArgs: exhaustive ? ['tests/api/naughty', ...rest] : rest, times, watch });
