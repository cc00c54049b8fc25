import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const isSource = import.meta.url.endsWith('.ts');
const file = fileURLToPath(new URL(isSource ? './main.ts' : './recast.js', import.meta.url));

/**
 * How Node starts the process that reads recordings. Bundled, it stands beside the API's file; from the sources, it needs
 * what reads TypeScript, which takes longer than the work: the tests start the bundled one from there.
 */
export const recastProgram: { args: readonly string[] } = {
  args: isSource ? ['--import', createRequire(import.meta.url).resolve('tsx'), file] : [file],
};
