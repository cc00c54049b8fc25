import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const isSource = import.meta.url.endsWith('.ts');
const file = fileURLToPath(new URL(isSource ? './main.ts' : './recast.js', import.meta.url));

/**
 * The arguments with which Node starts the process that reads recordings. The bundle is beside the API's bundle; the source
 * needs tsx, which takes longer to load than a recording takes to read. The tests set the bundle here.
 */
export const recastProgram: { args: readonly string[] } = {
  args: isSource ? ['--import', createRequire(import.meta.url).resolve('tsx'), file] : [file],
};
