import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { lastFigures, wholeOf, type Figures } from './times/figures.ts';
import { grouped } from './times/grouped.ts';

/** Seconds of a file that has not been measured here, as in a new clone, by where it lies. The first that fits counts. */
const guesses = [
  { where: /\/tests\/browser\/(staff|student)-screens/, seconds: 60 },
  { where: /\/tests\/house\/recipes/, seconds: 40 },
  { where: /\/tests\/browser\//, seconds: 12 },
  { where: /\/tests\/(faults|api\/naughty)\//, seconds: 8 },
];

/** How long a file should take, by the last runs' figures or by a guess. */
export function expectedMilliseconds(moduleId: string, figures: Figures): number {
  const figure = figures[relative('.', moduleId)];
  if (figure) return wholeOf(figure);
  return (guesses.find(({ where }) => where.test(moduleId))?.seconds ?? 1) * 1000;
}

/**
 * Begins with the files that take longest, so that no worker has a long one left at the end. The files of a project stay
 * together, because a worker keeps its world only within a project.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const figures = lastFigures();
    const milliseconds = ({ moduleId }: TestSpecification): number => expectedMilliseconds(moduleId, figures);
    const byProject = grouped(await super.sort(files), ({ project }) => project.name);
    const whole = (specifications: readonly TestSpecification[]): number =>
      specifications.reduce((sum, specification) => sum + milliseconds(specification), 0);
    return [...byProject.values()]
      .toSorted((one, other) => whole(other) - whole(one))
      .flatMap((specifications) => specifications.toSorted((one, other) => milliseconds(other) - milliseconds(one)));
  }
}
