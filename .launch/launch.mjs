import { join, resolve } from 'node:path';
import { makeFolder } from '../api/ground/files/make-folder.mjs';
import { ask, claim, lockAddress } from './lock.mjs';
import { prepare } from './prepare.mjs';
import { explain } from './problem.mjs';
import { createProgress } from './progress.mjs';
import { loadSettingsFile } from './settings-file.mjs';

/** `npm start` and `npm run dev`: everything from a bare clone to a running school. */
export async function launch({ root, dev }) {
  const progress = createProgress();
  const signals = { handle: () => process.exit(130) };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => signals.handle(signal));
  try {
    const given = { ...process.env };
    loadSettingsFile({ root, env: process.env });
    const dataDir = resolve(root, process.env.DATA_DIR?.trim() || 'data');
    makeFolder({ setting: 'DATA_DIR', path: join(dataDir, 'logs') });
    const address = lockAddress('data', dataDir);
    const lock = await claim(address);
    if (!lock) {
      progress.line(alreadyRunning(dataDir, await ask(address)));
      process.exitCode = 1;
      return;
    }
    await prepare({ root, progress, testing: false, wanted: dev ? 'types' : 'all' });
    const { start } = await import('./start.ts');
    await start({ root, dataDir, given, dev, progress, lock, signals });
  } catch (error) {
    progress.line(explain(error));
    process.exit(1);
  }
}

function alreadyRunning(dataDir, { url }) {
  return url
    ? `Manabook is already running on ${dataDir}: ${url}`
    : `Manabook is already being started on ${dataDir} by another "npm start".`;
}
