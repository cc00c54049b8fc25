import { Checkbox } from '@blueprintjs/core';
import { DragHandleVertical } from '@blueprintjs/icons';
import { useTranslation } from 'react-i18next';
import { Select } from '#web/staff/ui/controls/select.tsx';
import { dragToClass } from './drag-to-class.ts';
import type { Target } from './targets.ts';
import type { TurnedStudent } from './use-turn-plan.ts';

interface StudentRowProps {
  readonly student: TurnedStudent;
  readonly targets: readonly Target[];
  readonly target: string;
  readonly ticked: boolean;
  readonly onTick: () => void;
  /** The number of students that a drag of this row moves. */
  readonly dragged: number;
  readonly onMove: (target: string, isDragged: boolean) => void;
}

/** A child of an old class, with a checkbox, a drag handle and a list of target classes. */
export function StudentRow({ student, targets, target, ticked, onTick, dragged, onMove }: StudentRowProps) {
  const { t } = useTranslation('school-year');
  const { name, number, fromClassId, newNumber } = student;
  const label = dragged > 1 ? t('studentCount', { count: dragged }) : name;
  return (
    <li className="turn-student" data-moved={target === fromClassId ? undefined : ''}>
      <span
        className="turn-handle"
        aria-hidden="true"
        onPointerDown={(event) => {
          if (event.button !== 0) return;
          event.preventDefault();
          const onDrop = (dropped: string) => onMove(dropped, true);
          dragToClass({ handle: event.currentTarget, pointer: event.nativeEvent, label, onDrop });
        }}
      >
        <DragHandleVertical />
      </span>
      <Checkbox checked={ticked} onChange={onTick} labelElement={<StudentName {...{ number, name }} />} />
      <Select
        aria-label={t('goesTo', { name })}
        value={target}
        onChange={(event) => onMove(event.target.value, false)}
        options={targets.map(({ value, label: text }) => ({ value, label: text }))}
      />
      {newNumber !== null && student.toClassId !== null && (
        <span className="turn-number">{t('newNumber', { number: newNumber })}</span>
      )}
    </li>
  );
}

const StudentName = ({ number, name }: { readonly number: number | null; readonly name: string }) => (
  <span className="turn-name">
    {number !== null && <small>{number}</small>} {name}
  </span>
);
