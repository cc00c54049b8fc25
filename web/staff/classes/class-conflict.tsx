import { Button } from '@blueprintjs/core';
import { useState } from 'react';
import { useForm } from 'react-final-form';
import { useTranslation } from 'react-i18next';
import { instantInWords } from '#web/shared/i18n/days.ts';
import type { ClassDetailFragment } from '#web/staff/operations.generated.ts';
import { valuesOf, type ClassFormValues } from './class-values.ts';
import { staffName } from './staff-name.ts';

interface ClassConflictProps {
  readonly theirs: ClassDetailFragment;
  /** The newer version was put into the fields: saving answers to it from now on. */
  readonly onSeen: () => void;
}

/** Says who changed the class and when; shows their version without losing what was typed. */
export function ClassConflict({ theirs, onSeen }: ClassConflictProps) {
  const { t, i18n } = useTranslation(['classes', 'messages']);
  const form = useForm<ClassFormValues>();
  const [mine, setMine] = useState<ClassFormValues>();
  const name = theirs.updatedBy ? staffName(theirs.updatedBy) : t('somebody');
  const when = instantInWords(theirs.updatedAt, i18n.language);

  function fill(values: ClassFormValues): void {
    form.batch(() => {
      form.change('className', values.className);
      form.change('textBookId', values.textBookId);
      form.change('startDate', values.startDate);
      form.change('endDate', values.endDate);
      form.change('status', values.status);
      form.change('mainTeacherId', values.mainTeacherId);
      form.change('schoolAdministratorId', values.schoolAdministratorId);
      form.change('secondaryTeacherIds', values.secondaryTeacherIds);
      form.change('approvalRequired', values.approvalRequired);
    });
  }

  function showTheirs(): void {
    setMine(form.getState().values);
    fill(valuesOf(theirs));
    onSeen();
  }

  return (
    <div className="class-conflict" role="alert">
      <p>{mine ? t('seeingTheirs', { name }) : t('messages.changedMeanwhile', { name, when })}</p>
      {mine ? (
        <Button text={t('bringBackMine')} onClick={() => fill(mine)} />
      ) : (
        <Button text={t('showTheirs')} onClick={showTheirs} />
      )}
    </div>
  );
}
