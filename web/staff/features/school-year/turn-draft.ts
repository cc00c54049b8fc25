import { useState } from 'react';
import { z } from 'zod';
import { forgetDraft, readDraft, writeDraft } from '#web/staff/ui/forms/draft-store.ts';
import type { MoveStudentsInput, PlanSchoolYearTurnInput } from '#web/staff/operations.generated.ts';

/** What was chosen for a next class; what is absent is as the server proposes it. */
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
/** Where a child goes: the old class whose next class it is, or null; with a number where one was given. */
export type Place = z.output<typeof place>;

const turnDraft = z.object({
  classIds: z.array(z.string()),
  /** Of the chosen classes: null where they belong to none. */
  schoolId: z.string().nullable(),
  next: z.record(z.string(), nextClass),
  /** By `placeKey`. */
  places: z.record(z.string(), place),
  renumbers: z.boolean(),
});
export type TurnDraft = z.output<typeof turnDraft>;

const emptyDraft: TurnDraft = { classIds: [], schoolId: null, next: {}, places: {}, renumbers: false };

export const placeKey = (classId: string, studentId: string): string => `${classId} ${studentId}`;

const name = 'school-year';

/** The plan as it was left in this tab, and what changes it. */
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

  return { draft, change, forget };
}
export type TurnDraftControl = ReturnType<typeof useTurnDraft>;

/** What the server is asked. */
export function inputOf({ classIds, next, places, renumbers }: TurnDraft): PlanSchoolYearTurnInput {
  return {
    classes: classIds.map((classId) => ({ classId, renumbers, ...next[classId] })),
    moves: movesOf(places, new Set(classIds)),
  };
}

/** The children who go elsewhere than their class, by where they come from and go to. */
function movesOf(places: TurnDraft['places'], chosen: ReadonlySet<string>): MoveStudentsInput[] {
  const moves = new Map<
    string,
    { fromClassId: string; toClassId: string | null; studentIds: string[]; numbers: (number | null)[] }
  >();
  for (const [key, { to, number }] of Object.entries(places)) {
    const [fromClassId = '', studentId = ''] = key.split(' ');
    // Moves from or to a class that is no longer chosen are dropped.
    if (!chosen.has(fromClassId) || (to !== null && !chosen.has(to))) continue;
    const way = `${fromClassId} ${to ?? ''}`;
    const move = moves.get(way) ?? { fromClassId, toClassId: to, studentIds: [], numbers: [] };
    move.studentIds.push(studentId);
    move.numbers.push(number);
    moves.set(way, move);
  }
  return [...moves.values()];
}
