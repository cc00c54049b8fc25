import { useState } from 'react';
import { z } from 'zod';
import { forgetDraft, readDraft, writeDraft } from '#web/staff/ui/forms/draft-store.ts';
import type { MoveStudentsInput, PlanSchoolYearTurnInput } from '#web/staff/operations.generated.ts';

/** The user's changes to a next class. Absent fields follow the server's proposal. */
const nextClass = z.object({
  className: z.string().optional(),
  textBookId: z.string().optional(),
  startDate: z.string().optional(),
  endDate: z.string().optional(),
  mainTeacherId: z.string().nullable().optional(),
  secondaryTeacherIds: z.array(z.string()).optional(),
  keepsCode: z.boolean().optional(),
});
export type NextClass = z.output<typeof nextClass>;

const place = z.object({ to: z.string().nullable(), number: z.number().nullable() });
/** A child's target: the id of the old class, which stands for its next class, or null; with the number if given. */
export type Place = z.output<typeof place>;

const turnDraft = z.object({
  classIds: z.array(z.string()),
  /** The school of the chosen classes; null for classes without a school. */
  schoolId: z.string().nullable(),
  next: z.record(z.string(), nextClass),
  /** The children's targets, keyed by `placeKey`. */
  places: z.record(z.string(), place),
  renumbers: z.boolean(),
});
export type TurnDraft = z.output<typeof turnDraft>;

const emptyDraft: TurnDraft = { classIds: [], schoolId: null, next: {}, places: {}, renumbers: false };

export const placeKey = (classId: string, studentId: string): string => `${classId} ${studentId}`;

const name = 'school-year';

/** The draft of the plan, stored for this tab, and the functions that change the draft. */
export function useTurnDraft() {
  const [draft, setDraft] = useState<TurnDraft>(() => turnDraft.safeParse(readDraft(name)).data ?? emptyDraft);

  function change(changes: Partial<TurnDraft>): void {
    const changed = { ...draft, ...changes };
    setDraft(changed);
    writeDraft(name, changed);
  }

  function forget(): void {
    setDraft(emptyDraft);
    forgetDraft(name);
  }

  /** Brings a forgotten draft back, unless another one was begun since. */
  function restore(forgotten: TurnDraft): void {
    if (readDraft(name) !== undefined) return;
    // A new object, so that the page asks for the plan again: the turn and its undo have changed the plan's version.
    setDraft({ ...forgotten });
    writeDraft(name, forgotten);
  }

  return { draft, change, forget, restore };
}
export type TurnDraftControl = ReturnType<typeof useTurnDraft>;

/** Converts the draft to GraphQL's input. */
export function inputOf({ classIds, next, places, renumbers }: TurnDraft): PlanSchoolYearTurnInput {
  return {
    classes: classIds.map((classId) => ({ classId, renumbers, ...next[classId] })),
    moves: movesOf(places, new Set(classIds)),
  };
}

/**
 * The children who do not follow their class, grouped by old class and target. A table that was read names all children
 * of the school, but one call takes 2,000 at most.
 */
function movesOf(places: TurnDraft['places'], chosen: ReadonlySet<string>): MoveStudentsInput[] {
  const moves = new Map<
    string,
    { fromClassId: string; toClassId: string | null; studentIds: string[]; numbers: (number | null)[] }
  >();
  for (const [key, { to, number }] of Object.entries(places)) {
    const [fromClassId = '', studentId = ''] = key.split(' ');
    // Moves from or to a class that is no longer chosen are dropped.
    if (!chosen.has(fromClassId) || (to !== null && !chosen.has(to))) continue;
    if (to === fromClassId && number === null) continue;
    const way = `${fromClassId} ${to ?? ''}`;
    const move = moves.get(way) ?? { fromClassId, toClassId: to, studentIds: [], numbers: [] };
    move.studentIds.push(studentId);
    move.numbers.push(number);
    moves.set(way, move);
  }
  return [...moves.values()];
}
