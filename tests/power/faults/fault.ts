import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A fault as somebody might make it, and the test files that should notice it. */
export interface Fault {
  readonly name: string;
  readonly file: string;
  /** Found once in the file. */
  readonly find: string;
  readonly replace: string;
  readonly tests: readonly string[];
}

/** Where a fault stands, and the whole file with the fault in it. */
export async function placeFault(root: string, { name, file, find, replace }: Fault) {
  const content = await readFile(join(root, file), 'utf8');
  const [before = '', after, more] = content.split(find);
  if (after === undefined || more !== undefined) {
    const how = after === undefined ? 'is not there' : 'is there more than once';
    throw new Error(`The fault "${name}" has to be mended: what it replaces ${how} in ${file}`);
  }
  return {
    name,
    file,
    line: before.split('\n').length,
    mutator: 'our own',
    original: find,
    replacement: replace,
    text: before + replace + after,
  };
}
