import { accessSync, constants, existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/** A folder that a setting names cannot be used; the message is for the person who set it. */
export class FolderProblem extends Error {
  name = 'FolderProblem';
}

/**
 * Makes the folder that a setting names, with those above it, and sees that it can be written. Step by step: Node's
 * recursive mkdir never returns where the system refuses every new folder with ENOENT, as under /proc.
 */
export function makeFolder({ setting, path }) {
  const missing = [];
  let at = resolve(path);
  for (; !existsSync(at) && dirname(at) !== at; at = dirname(at)) missing.unshift(at);
  const fail = (why) => {
    throw new FolderProblem(`${setting} cannot be used: ${why} Set ${setting} to a folder that can be written.`);
  };
  if (!statSync(at).isDirectory()) fail(`${at} is a file, not a folder.`);
  for (const folder of missing) {
    try {
      mkdirSync(folder);
    } catch (error) {
      // Another process may have made it meanwhile.
      if (error.code === 'EEXIST' && existsSync(folder)) continue;
      fail(`${folder} cannot be made (${error.code}).`);
    }
  }
  try {
    accessSync(path, constants.W_OK);
  } catch (error) {
    fail(`${path} cannot be written (${error.code}).`);
  }
}
