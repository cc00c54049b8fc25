import { prepare } from './prepare.mjs';
import { explain } from './problem.mjs';
import { createProgress } from './progress.mjs';
import { endChildren } from './run-child.mjs';

/**
 * `npm test` and `npm run check`: prepares the clone, then runs the given parts. `times` prints where the tests' time
 * went, before the summary. `watch` runs the tests again at each change.
 */
export async function runChecks({ root, parts, testArgs, times = false, watch = false }) {
  const progress = createProgress();
  let ending = false;
  let removeForgotten = () => undefined;
  async function end() {
    // One Ctrl-C arrives twice: from the terminal and through npm.
    if (ending) return;
    ending = true;
    await endChildren();
    await removeForgotten();
    process.exit(130);
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, end);
  try {
    // The browser tests need the built web app, the other checks only the generated types.
    await prepare({ root, progress, testing: true, wanted: parts.includes('tests') ? 'all' : 'types' });
    const { runParts } = await import('./checks.ts');
    ({ removeForgotten } = await import('./tests.ts'));
    process.exitCode = await runParts({ root, progress, parts, testArgs, times, watch });
  } catch (error) {
    progress.line(`${explain(error)}\n\n0 passed, 1 failed`);
    process.exitCode = 1;
  }
}
