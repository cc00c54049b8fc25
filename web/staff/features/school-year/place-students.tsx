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
  const [shown, setShown] = useState(plan.classes[0]?.sourceId ?? '');
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const [to, setTo] = useState(plan.classes[0]?.sourceId ?? nowhere);
  const targets = useTargets(plan);
  const placeOf = (one: TurnedStudent): Place =>
    draft.places[placeKey(one.fromClassId, one.studentId)] ?? { to: one.fromClassId, number: null };
  const students = plan.students.filter(({ fromClassId }) => fromClassId === shown);
  const tickedHere = students.filter(({ studentId }) => ticked.has(studentId));

  /** Moves students. A student who follows the class, without a new number, needs no entry. */
  function move(moved: readonly TurnedStudent[], target: string): void {
    const places = { ...draft.places };
    for (const one of moved) {
      const key = placeKey(one.fromClassId, one.studentId);
      const { number } = placeOf(one);
      if (target === one.fromClassId && number === null) delete places[key];
      else places[key] = { to: target === nowhere ? null : target, number };
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
                  onChange={(event) => setTo(event.target.value)}
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
                    onMove={(target, isDragged) =>
                      move(isDragged && ticked.has(one.studentId) ? tickedHere : [one], target)
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
