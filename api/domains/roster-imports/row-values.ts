import { z } from 'zod';

/** The values of a package's rows, stored for the job. The rules of each value are those of the operations. */
export const schoolValues = z.object({ name: z.string() });

export const personValues = z.object({
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  /** The `sourcedId` of each school that the person has a role at. */
  orgs: z.array(z.string()),
});

export const classValues = z.object({
  className: z.string(),
  startDate: z.string(),
  endDate: z.string(),
  courseId: z.string(),
  org: z.string(),
  /** The teachers whose place in the class has ended or is marked for deletion. A row of the last release has none. */
  endedTeachers: z.array(z.string()).default([]),
  /** Whether the package lists all places of its classes. */
  hasAllPlaces: z.boolean().default(false),
});

export const teacherValues = z.object({ person: z.string(), isPrimary: z.boolean() });

/** A teacher whose place in the class has ended or is marked for deletion. */
export const endedTeacherValues = z.object({ person: z.string() });

export const studentValues = z.object({
  child: z.string(),
  name: z.string(),
  /** Empty when the package has no reading: the stored one then stays. */
  reading: z.string(),
  number: z.string(),
  /** The other classes that the package has the child in. A row of the last release has none, as with the next field. */
  alsoIn: z.array(z.string()).default([]),
  /** The classes in which the child's place has ended or is marked for deletion. */
  endedIn: z.array(z.string()).default([]),
});
export type StudentValues = z.output<typeof studentValues>;

export type RosterRowKind = 'school' | 'person' | 'class' | 'teacher' | 'student' | 'other';
export type RosterOutcome = 'created' | 'updated' | 'unchanged' | 'skipped' | 'refused';

export interface RowProblem {
  readonly field: string | null;
  readonly messageKey: string;
}

export interface RowResult {
  readonly outcome: RosterOutcome;
  readonly problems: readonly RowProblem[];
}

export const skipped = (messageKey: `messages.${string}`): RowResult => ({
  outcome: 'skipped',
  problems: [{ field: null, messageKey }],
});

export const refused = (messageKey: `messages.${string}`, field: string | null = null): RowResult => ({
  outcome: 'refused',
  problems: [{ field, messageKey }],
});
