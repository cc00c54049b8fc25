import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Instrumenter, type InstrumenterOptions } from '@stryker-mutator/instrumenter';
import { transform } from 'esbuild';

/** One small change to a source file, as StrykerJS makes it. */
export interface Mutant {
  readonly file: string;
  /** The first is 1. */
  readonly line: number;
  readonly mutator: string;
  readonly original: string;
  readonly replacement: string;
  /** The whole file with the change in it. */
  readonly text: string;
}

type StrykerMutant = Awaited<ReturnType<Instrumenter['instrument']>>['mutants'][number];

// The same seed chooses the same mutants before and after a change of the tests.
const seed = 'manabook 1';

// Most strings only name things. An empty one in a name is found by the compiler, in a message by nobody who matters.
const options: InstrumenterOptions = { plugins: null, ignorers: [], excludedMutations: ['StringLiteral'] };

const silent = () => undefined;
const log = {
  isTraceEnabled: () => false,
  isDebugEnabled: () => false,
  isInfoEnabled: () => false,
  isWarnEnabled: () => false,
  isErrorEnabled: () => false,
  isFatalEnabled: () => false,
  trace: silent,
  debug: silent,
  info: silent,
  warn: silent,
  error: silent,
  fatal: silent,
};

/** A sample of the mutants of these files, one a line at most; the same each time while the lines stay as they are. */
export async function sampleMutants(root: string, files: readonly string[], count: number): Promise<Mutant[]> {
  const all = (await Promise.all(files.map((file) => mutantsOf(root, file)))).flat();
  const lines = new Set<string>();
  const sample: Mutant[] = [];
  for (const mutant of inOrderOfChance(all)) {
    if (sample.length === count) break;
    const line = `${mutant.file}:${mutant.line}`;
    if (lines.has(line) || !(await isParsed(mutant))) continue;
    lines.add(line);
    sample.push(mutant);
  }
  return sample;
}

async function mutantsOf(root: string, file: string): Promise<Mutant[]> {
  const content = await readFile(join(root, file), 'utf8');
  const { mutants } = await new Instrumenter(log).instrument([{ name: file, content, mutate: true }], options);
  const lineStarts = [0, ...[...content.matchAll(/\n/g)].map(({ index }) => index + 1)];
  return mutants
    .filter(({ status }) => status !== 'Ignored')
    .map((mutant) => planted({ file, content, lineStarts, mutant }));
}

interface Place {
  readonly file: string;
  readonly content: string;
  readonly lineStarts: readonly number[];
  readonly mutant: StrykerMutant;
}

function planted({ file, content, lineStarts, mutant }: Place): Mutant {
  const { location, mutatorName: mutator, replacement: bare = '' } = mutant;
  const offset = ({ line, column }: { line: number; column: number }) => (lineStarts[line] ?? 0) + column;
  const [start, end] = [offset(location.start), offset(location.end)];
  // `a ?? b` that becomes `a && b` may stand inside another `??`.
  const replacement = mutator === 'LogicalOperator' ? `(${bare})` : bare;
  const text = content.slice(0, start) + replacement + content.slice(end);
  return { file, line: location.start.line + 1, mutator, original: content.slice(start, end), replacement, text };
}

/** By a hash of what is changed, not of where: lines that move, and other mutants that come or go, change nothing. */
function inOrderOfChance(mutants: readonly Mutant[]): Mutant[] {
  const ranked = mutants.map((mutant) => {
    const { file, mutator, original, replacement } = mutant;
    const rank = createHash('sha256').update([seed, file, mutator, original, replacement].join('\n')).digest('hex');
    return { mutant, rank };
  });
  return ranked.sort((one, other) => one.rank.localeCompare(other.rank)).map(({ mutant }) => mutant);
}

async function isParsed({ file, text }: Mutant): Promise<boolean> {
  const parsing = transform(text, { loader: file.endsWith('x') ? 'tsx' : 'ts', logLevel: 'silent' });
  return parsing.then(
    () => true,
    () => false,
  );
}
