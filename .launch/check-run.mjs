import { prepare } from './prepare.mjs';
import { explain } from './problem.mjs';
import { createProgress } from './progress.mjs';

/**
 * `npm test` and `npm run check`: brings the clone up to date, then runs the parts asked for. `times` prints where the
 * tests' time went, before the line that counts. `watch` runs the tests again at each change.
 */
export async function runChecks({ root, parts, testArgs, times = false, watch = false }) {
  const progress = createProgress();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(130));
  try {
    // The browser tests are served the built web app, the others need the generated types alone.
    await prepare({ root, progress, testing: true, wanted: parts.includes('tests') ? 'all' : 'types' });
    const { runParts } = await import('./checks.ts');
    process.exitCode = await runParts({ root, progress, parts, testArgs, times, watch });
  } catch (error) {
    progress.line(`${explain(error)}\n\n0 passed, 1 failed`);
    process.exitCode = 1;
  }
}
