import { Button, Checkbox } from '@blueprintjs/core';
import { useState, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { Select } from '#web/staff/ui/controls/select.tsx';
import type { SchoolYearTurnPlanFragment } from '#web/staff/operations.generated.ts';
import { ClassTargets } from './class-targets.tsx';
import { PlacementFile } from './placement-file.tsx';
import { StudentRow } from './student-row.tsx';
import { placeKey, type Place, type TurnDraftControl } from './turn-draft.ts';
import { nowhere, targetOf, useTargets } from './targets.ts';
import type { TurnedStudent } from './use-turn-plan.ts';

interface PlaceStudentsProps {
  readonly plan: SchoolYearTurnPlanFragment;
  readonly control: TurnDraftControl;
  readonly busy: boolean;
  readonly heading: RefObject<HTMLHeadingElement | null>;
}

/** Places the children of each class: a list of one old class, whose children users drag onto the next classes. */
export function PlaceStudents({ plan, control: { draft, change }, busy, heading }: PlaceStudentsProps) {
  const { t } = useTranslation('school-year');
  const [shownClass, setShown] = useState('');
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const [target, setTarget] = useState('');
  const targets = useTargets(plan);
  const firstClass = plan.classes[0]?.sourceId;
  // If a colleague has deleted the chosen class, the newer plan does not have it.
  const shown = plan.classes.some(({ sourceId }) => sourceId === shownClass) ? shownClass : (firstClass ?? '');
  const to = targets.some(({ value }) => value === target) ? target : (firstClass ?? nowhere);
  const placeOf = (one: TurnedStudent): Place => {
    const placed = draft.places[placeKey(one.fromClassId, one.studentId)];
    // A class that is no longer chosen takes nobody: the child follows its own class again.
    const isThere = placed?.to === null || plan.classes.some(({ sourceId }) => sourceId === placed?.to);
    return placed && isThere ? placed : { to: one.fromClassId, number: null };
  };
  const students = plan.students.filter(({ fromClassId }) => fromClassId === shown);
  const tickedHere = students.filter(({ studentId }) => ticked.has(studentId));

  /** Moves students. A student who follows the class, without a new number, needs no entry. */
  function move(moved: readonly TurnedStudent[], into: string): void {
    const places = { ...draft.places };
    for (const one of moved) {
      const key = placeKey(one.fromClassId, one.studentId);
      const { number } = placeOf(one);
      if (into === one.fromClassId && number === null) delete places[key];
      else places[key] = { to: into === nowhere ? null : into, number };
    }
    change({ places });
    setTicked(new Set());
  }

  return (
    <section className="panel" aria-label={t('step-students')} aria-busy={busy}>
      <h2 ref={heading} tabIndex={-1}>
        {t('studentsTitle')}
      </h2>
      <p>{t('studentsText')}</p>
      <PlacementFile
        plan={plan}
        placeOf={placeOf}
        onRead={(places) => change({ places: { ...draft.places, ...places } })}
      />
      <Checkbox
        label={t('renumbers')}
        checked={draft.renumbers}
        onChange={(event) => change({ renumbers: event.currentTarget.checked })}
      />
      <div className="turn-desk">
        <div>
          <label className="turn-shown">
            {t('studentsOf')}{' '}
            <Select
              value={shown}
              onChange={(event) => {
                setShown(event.target.value);
                setTicked(new Set());
              }}
              options={plan.classes.map(({ sourceId, sourceName }) => ({ value: sourceId, label: sourceName }))}
            />
          </label>
          {students.length === 0 ? (
            <p className="turn-none">{t('noStudents')}</p>
          ) : (
            <>
              <div className="turn-move">
                <Checkbox
                  label={t('tickAll')}
                  checked={tickedHere.length === students.length}
                  indeterminate={tickedHere.length > 0 && tickedHere.length < students.length}
                  onChange={() =>
                    setTicked(
                      new Set(tickedHere.length === students.length ? [] : students.map(({ studentId }) => studentId)),
                    )
                  }
                />
                <Select
                  aria-label={t('moveTo')}
                  value={to}
                  onChange={(event) => setTarget(event.target.value)}
                  options={targets.map(({ value, label }) => ({ value, label }))}
                />
                <Button
                  text={t('moveTicked', { count: tickedHere.length })}
                  disabled={tickedHere.length === 0}
                  onClick={() => move(tickedHere, to)}
                />
              </div>
              <ul className="turn-students">
                {students.map((one) => (
                  <StudentRow
                    key={one.studentId}
                    student={one}
                    targets={targets}
                    target={targetOf(placeOf(one))}
                    ticked={ticked.has(one.studentId)}
                    onTick={() => {
                      const next = new Set(ticked);
                      if (!next.delete(one.studentId)) next.add(one.studentId);
                      setTicked(next);
                    }}
                    dragged={ticked.has(one.studentId) ? tickedHere.length : 1}
                    onMove={(into, isDragged) =>
                      move(isDragged && ticked.has(one.studentId) ? tickedHere : [one], into)
                    }
                  />
                ))}
              </ul>
            </>
          )}
        </div>
        <ClassTargets {...{ plan, targets }} placeOf={placeOf} />
      </div>
    </section>
  );
}
