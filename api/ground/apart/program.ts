import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

/**
 * The arguments with which Node starts a program that reads files of other people. The bundle is beside the API's bundle;
 * the source needs tsx, which takes longer to load than a file takes to read. The tests set the bundle here.
 */
export interface ApartProgram {
  args: readonly string[];
}

/** The program `main.ts` beside the calling module, or its bundle beside the API's. */
export function apartProgram(caller: string, bundle: string): ApartProgram {
  const isSource = caller.endsWith('.ts');
  const file = fileURLToPath(new URL(isSource ? './main.ts' : `./${bundle}.js`, caller));
  return {
    args: isSource ? ['--import', createRequire(caller).resolve('tsx'), file] : [file],
  };
}
