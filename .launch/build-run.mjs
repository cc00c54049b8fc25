import { prepare } from './prepare.mjs';
import { explain } from './problem.mjs';
import { createProgress } from './progress.mjs';

/** `npm run build`: builds what the servers run and serve, without starting anything. */
export async function runBuild({ root }) {
  const progress = createProgress();
  try {
    await prepare({ root, progress, testing: false, wanted: 'all' });
  } catch (error) {
    progress.line(explain(error));
    process.exitCode = 1;
  }
}
