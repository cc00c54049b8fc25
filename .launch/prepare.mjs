import { install } from './install.mjs';
import { claimWhenFree, lockAddress } from './lock.mjs';

/**
 * Brings a clone to where its TypeScript can run and its builds are fresh. One command at a time: two that install
 * into the same folder would spoil it for each other.
 */
export async function prepare({ root, progress, testing, wanted }) {
  const lock = await claimWhenFree(lockAddress('build', root), () =>
    progress.line('Waiting for another command that is preparing this folder…'),
  );
  try {
    await install({ root, progress, testing });
    const { register } = await import('tsx/esm/api');
    register();
    const { build } = await import('./build.ts');
    await build({ root, progress, wanted });
  } finally {
    await lock.release();
  }
}
