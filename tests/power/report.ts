import type { Result } from './plant.ts';

/** What was planted in a room, or among our own faults, and what became of each. */
export interface PlantedResult extends Result {
  readonly name: string;
  readonly file: string;
  readonly line: number;
  readonly mutator: string;
  readonly original: string;
  readonly replacement: string;
}

export interface Group {
  readonly name: string;
  readonly results: readonly PlantedResult[];
  /** What the time was too short for. */
  readonly notRun: number;
}

/** A table of the groups, their sum below. */
export function table(title: string, groups: readonly Group[]): string {
  const all: Group = {
    name: 'all',
    results: groups.flatMap(({ results }) => results),
    notRun: groups.reduce((sum, { notRun }) => sum + notRun, 0),
  };
  const rows = [[title, 'planted', 'caught', 'survived', 'share', 'by time', 'not run'], ...[...groups, all].map(row)];
  const width = Math.max(...rows.map(([name = '']) => name.length));
  return rows
    .map(([name = '', ...numbers]) => name.padEnd(width) + numbers.map((text) => text.padStart(10)).join(''))
    .join('\n');
}

/** The ones that no test noticed, each with its place and the change. */
export function survivors(groups: readonly Group[]): string {
  const left = groups.flatMap(({ results }) => results).filter(({ outcome }) => outcome === 'survived');
  const lines = left.map(
    ({ name, file, line, original, replacement }) =>
      `  ${file}:${line}  ${name}\n      - ${short(original)}\n      + ${short(replacement)}`,
  );
  return [`Survived: ${left.length}`, ...lines].join('\n');
}

function row({ name, results, notRun }: Group): string[] {
  const survived = results.filter(({ outcome }) => outcome === 'survived').length;
  const late = results.filter(({ outcome }) => outcome === 'timeout').length;
  const caught = results.length - survived;
  const share = results.length === 0 ? '–' : `${Math.round((100 * caught) / results.length)} %`;
  return [name, ...[results.length, caught, survived].map(String), share, String(late), String(notRun)];
}

const short = (code: string) => {
  const line = code.replaceAll(/\s+/g, ' ').trim();
  return line.length > 140 ? `${line.slice(0, 139)}…` : line || '(nothing)';
};
