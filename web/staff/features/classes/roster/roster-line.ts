import { newStudent } from '#schema/rest/class-profiles.ts';
import { fieldErrors } from '#schema/problem.ts';
import { rosterLimit, rosterProblems, sameName, studentsAtOnce, type RosterRow } from '#schema/rules/rosters.ts';
import { randomUuid } from '#web/shared/random-uuid.ts';
import type { AnimalName } from '#web/shared/art/animals.tsx';
import type { NewClassStudentInput } from '#web/staff/operations.generated.ts';
import { animalIn } from '#web/staff/features/classes/students/animal-names.ts';
import { typedNumber } from '#web/staff/ui/forms/parse-typed.ts';

/** A child of the list, as typed text. */
export interface RosterLine {
  readonly key: string;
  readonly number: string;
  readonly name: string;
  readonly reading: string;
  /** Empty: the server chooses one. */
  readonly animal: AnimalName | '';
  /** A word of the pasted list that is no animal; empty when there is none. */
  readonly unknownAnimal: string;
}

export type LineField = 'number' | 'name' | 'reading' | 'animal';

/** A child of the class. */
export interface RosterChild extends RosterRow {
  /** The child waits to be let in. */
  readonly waits?: boolean;
}

/** The message key of the problem of each field of a line. */
export type LineProblems = Partial<Record<LineField, string>>;

export const newLine = (values: Partial<Omit<RosterLine, 'key'>> = {}): RosterLine => ({
  ...{ number: '', name: '', reading: '', animal: '' as const, unknownAnimal: '' },
  ...values,
  key: randomUuid(),
});

/** A line that nobody has filled in is left out. */
export const isBlank = ({ number, name, reading, animal, unknownAnimal }: RosterLine): boolean =>
  [number, name, reading, animal, unknownAnimal].every((value) => value.trim() === '');

const numberOf = ({ number }: RosterLine) => (number.trim() === '' ? null : typedNumber(number));

/** The problems of each line: of the line alone, with the other lines, and with the children of the class. */
export function lineProblems(lines: readonly RosterLine[], there: readonly RosterChild[]): readonly LineProblems[] {
  const filled = lines.filter((line) => !isBlank(line));
  const rows = filled.map((line) => {
    const number = numberOf(line);
    return { name: line.name, number: typeof number === 'number' ? number : null };
  });
  const waiting = new Set(there.filter(({ waits }) => waits).map(({ name }) => sameName(name)));
  const beside = rosterProblems(rows, there).map((problem, at): LineProblems => {
    // The screens give numbers to admitted children only, so two children of one name cannot be told apart before that.
    const isWaiting = problem?.name !== undefined && waiting.has(sameName(rows[at]?.name ?? ''));
    return { ...problem, ...(isWaiting && { name: 'messages.studentWaiting' }) };
  });
  return lines.map((line) => {
    const at = filled.indexOf(line);
    return at < 0 ? {} : { ...beside[at], ...problemsOf(line) };
  });
}

function problemsOf(line: RosterLine): LineProblems {
  const { name, reading, animal, unknownAnimal } = line;
  const parsed = newStudent.safeParse({ name, reading, number: numberOf(line), animal: animal || null });
  const errors = parsed.success ? {} : fieldErrors(parsed.error);
  const own = Object.entries(errors).flatMap(([field, [key]]) => (key === undefined ? [] : [[field, key] as const]));
  return { ...(unknownAnimal !== '' && { animal: 'messages.unknownAnimal' }), ...Object.fromEntries(own) };
}

/** The message key of the problem that blocks the whole list, or null. */
export function listProblem(lines: readonly RosterLine[], there: readonly RosterChild[]): string | null {
  const count = lines.filter((line) => !isBlank(line)).length;
  if (count === 0) return 'messages.studentsRequire';
  if (lineProblems(lines, there).some((problems) => Object.keys(problems).length > 0)) return 'messages.studentsToFix';
  if (count > studentsAtOnce) return 'messages.tooManyStudentsAtOnce';
  return there.length + count > rosterLimit ? 'messages.classFull' : null;
}

/** Converts lines without problems to GraphQL's input. */
export const studentsIn = (lines: readonly RosterLine[]): NewClassStudentInput[] =>
  lines
    .filter((line) => !isBlank(line))
    .map((line) => {
      const number = numberOf(line);
      return {
        name: line.name.trim(),
        reading: line.reading.trim(),
        number: typeof number === 'number' ? number : null,
        animal: line.animal === '' ? null : animalIn(line.animal),
      };
    });
