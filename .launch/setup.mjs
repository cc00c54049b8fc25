import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { refuseOldNode } from './node-version.mjs';

refuseOldNode();
const root = dirname(dirname(fileURLToPath(import.meta.url)));
process.chdir(root);

/** `npm run setup` on a clone where nothing is installed yet. */
async function run() {
  const [{ prepare }, { createProgress }] = await Promise.all([import('./prepare.mjs'), import('./progress.mjs')]);
  await prepare({ root, progress: createProgress(), testing: false, wanted: 'types' });
  await import('../api/app/setup/main.ts');
}

run().catch(async (error) => {
  const { explain } = await import('./problem.mjs');
  console.error(explain(error));
  process.exit(1);
});
