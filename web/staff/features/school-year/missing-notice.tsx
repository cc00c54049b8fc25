import { Button } from '@blueprintjs/core';
import { useTranslation } from 'react-i18next';
import type { SchoolYearTurnPlanFragment } from '#web/staff/operations.generated.ts';
import type { TurnDraft, TurnDraftControl } from './turn-draft.ts';

interface MissingNoticeProps {
  readonly plan: SchoolYearTurnPlanFragment;
  /** The draft that the plan belongs to. */
  readonly planned: TurnDraft | undefined;
  readonly control: TurnDraftControl;
}

/** Lists the classes and students of the plan that no longer exist. A button removes them from the plan. */
export function MissingNotice({ plan, planned, control: { draft, change } }: MissingNoticeProps) {
  const { t } = useTranslation('school-year');
  const { missingClasses: classes, missingStudentIds: students } = plan;
  if (classes.length === 0 && students.length === 0) return null;

  function goOn(): void {
    const gone = new Set(students);
    // The draft can have changed since the plan was asked for, and with it the places.
    const goneClasses = new Set(classes.map((place) => planned?.classIds[place]));
    change({
      classIds: draft.classIds.filter((id) => !goneClasses.has(id)),
      places: Object.fromEntries(Object.entries(draft.places).filter(([key]) => !gone.has(key.split(' ')[1] ?? ''))),
    });
  }

  return (
    <div className="panel turn-missing" role="alert">
      {classes.length > 0 && <p>{t('missingClasses', { count: classes.length })}</p>}
      {students.length > 0 && <p>{t('missingStudents', { count: students.length })}</p>}
      <Button text={t('goOn')} onClick={goOn} />
    </div>
  );
}
