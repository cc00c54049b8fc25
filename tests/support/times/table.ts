import { dirname } from 'node:path';
import { lastFigures, wholeOf, type Figure } from './figures.ts';
import { grouped } from './grouped.ts';

const longest = 40;

/** Where the time of the last runs went: by folder, and in the files that took longest. */
export function timesTable(): string {
  const figures = Object.entries(lastFigures());
  const folders = grouped(figures, ([file]) => dirname(file).split('/').slice(0, 2).join('/'));
  const byFolder = [...folders].map(([folder, files]): Row => [
    `${folder} (${files.length} files)`,
    sum(files.map(([, figure]) => figure)),
  ]);
  const rows = [
    ...sorted(byFolder),
    ['all of them', sum(figures.map(([, figure]) => figure))] as const,
    ...sorted(figures).slice(0, longest),
  ];
  return table(rows);
}

type Row = readonly [string, Figure];

const sorted = (rows: readonly Row[]): Row[] => rows.toSorted(([, one], [, other]) => wholeOf(other) - wholeOf(one));

function sum(figures: readonly Figure[]): Figure {
  const total = { loading: 0, setUp: 0, tests: 0, processor: 0 };
  for (const figure of figures)
    for (const part of ['loading', 'setUp', 'tests', 'processor'] as const) total[part] += figure[part];
  return total;
}

function table(rows: readonly Row[]): string {
  const head = ['seconds', 'loading', 'set-up', 'tests', 'processor', 'waiting', ''];
  const lines = rows.map(([name, figure]) => {
    const whole = wholeOf(figure);
    const parts = [whole, figure.loading, figure.setUp, figure.tests, figure.processor];
    return [...[...parts, Math.max(0, whole - figure.processor)].map((part) => (part / 1000).toFixed(1)), name];
  });
  return [head, ...lines]
    .map((cells) => cells.map((cell, place) => (place < 6 ? cell.padStart(9) : `  ${cell}`)).join(''))
    .join('\n');
}
