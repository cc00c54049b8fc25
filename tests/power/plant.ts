import { testFiles } from './test-files.ts';
import { runTests, type Outcome } from './run-tests.ts';
import type { Workshop } from './workshop.ts';

/** A change of one file, and the tests that should notice it, in the order in which they are asked. */
export interface Planted {
  readonly file: string;
  readonly text: string;
  readonly stages: readonly Stage[];
}

/** Test files that run together, and how long they take when nothing is planted, in seconds. */
export interface Stage {
  readonly files: readonly string[];
  readonly seconds: number;
}

export interface Result {
  readonly outcome: 'caught' | 'survived' | 'timeout';
  readonly by: string;
  readonly seconds: number;
}

// A machine that has others to serve may be many times slower than before; half an hour is enough for all.
const limitOf = ({ seconds }: Stage) => Math.min(10 * seconds + 120, 1800) * 1000;

/** How long a stage's tests may take at first, when nobody knows yet. */
const firstLimit = 30 * 60_000;

const isBuilt = (file: string) => /^(?:web|locales|schema)\//.test(file);
const needsBrowser = (files: readonly string[]) => files.some((file) => file.startsWith('tests/browser/'));

/** What tests that fail with nothing planted catch says nothing. */
export class RedTests extends Error {}

/** Runs each group of tests with nothing planted, and notes how long it takes. */
export async function prepareStages(workshop: Workshop, groups: readonly (readonly string[])[]): Promise<Stage[]> {
  const stages: Stage[] = [];
  for (const globs of groups) {
    const files = await testFiles(workshop.copy, globs);
    if (files.length === 0) throw new Error(`No test file is meant by ${globs.join(', ')}`);
    stages.push({ files, seconds: await secondsOf(workshop, files) });
  }
  return stages;
}

const known = new Map<string, number>();

/** Each set of files is run once. */
async function secondsOf(workshop: Workshop, files: readonly string[]): Promise<number> {
  const key = files.join();
  const before = known.get(key);
  if (before !== undefined) return before;
  if (needsBrowser(files)) await workshop.buildWeb({ planted: false });
  const { result, by, seconds } = await runTwice(workshop, files, firstLimit);
  if (result !== 'passed') throw new RedTests(`The tests fail with nothing planted: ${by || result}`);
  known.set(key, seconds);
  return seconds;
}

/** Plants one change and asks its tests, until one notices. */
export async function plant(workshop: Workshop, { file, text, stages }: Planted): Promise<Result> {
  return workshop.withText({ file, text }, async () => {
    let seconds = 0;
    for (const stage of stages) {
      const began = Date.now();
      const outcome = await ask({ workshop, file, stage });
      seconds += Math.round((Date.now() - began) / 1000);
      if (outcome.result === 'failed') return { outcome: 'caught', by: outcome.by, seconds };
      if (outcome.result === 'timeout') return { outcome: 'timeout', by: 'the time was over', seconds };
    }
    return { outcome: 'survived', by: '', seconds };
  });
}

interface Question {
  readonly workshop: Workshop;
  readonly file: string;
  readonly stage: Stage;
}

async function ask({ workshop, file, stage }: Question): Promise<Pick<Outcome, 'result' | 'by'>> {
  if (needsBrowser(stage.files)) {
    const built = await workshop.buildWeb({ planted: isBuilt(file) });
    if (!built) return { result: 'failed', by: 'the build of the web app' };
  }
  return runTwice(workshop, stage.files, limitOf(stage));
}

/** Once more when a test has waited too long: for a fault, or for a machine that stood still. */
async function runTwice(...run: Parameters<typeof runTests>): Promise<Outcome> {
  const outcome = await runTests(...run);
  return /time[d-]? ?out|exceeded/i.test(outcome.by) ? runTests(...run) : outcome;
}
