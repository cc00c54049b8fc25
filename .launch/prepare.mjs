import { install } from './install.mjs';
import { claimWhenFree, lockAddress } from './lock.mjs';

/**
 * Prepares a clone: installs packages and builds what is needed. A lock lets one command prepare at a time, since two
 * would corrupt each other's installation.
 */
export async function prepare({ root, progress, testing, wanted }) {
  const lock = await claimWhenFree(lockAddress('build', root), () =>
    progress.line('Waiting for another command that is preparing this folder…'),
  );
  try {
    await install({ root, progress, testing });
    const { register } = await import('tsx/esm/api');
    register();
    const { build } = await import('./build-steps.ts');
    await build({ root, progress, wanted });
  } finally {
    await lock.release();
  }
}
