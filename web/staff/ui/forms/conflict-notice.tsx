import { Button } from '@blueprintjs/core';
import { useState } from 'react';
import { useForm } from 'react-final-form';
import { useTranslation } from 'react-i18next';
import { staffName } from '#schema/staff-name.ts';
import { instantInWords } from '#web/shared/i18n/days.ts';

interface ConflictNoticeProps {
  /** Who changed it, and when. */
  readonly changed: {
    readonly updatedAt: string;
    readonly updatedBy: { readonly firstName: string; readonly lastName: string } | null;
  };
  /** Their version, as the form's fields hold it. */
  readonly theirs: object;
  /** The newer version was put into the fields: saving answers to it from now on. */
  readonly onSeen: () => void;
}

/** Says who changed what is being edited, and when; shows their version without losing what was typed. */
export function ConflictNotice({ changed, theirs, onSeen }: ConflictNoticeProps) {
  const { t, i18n } = useTranslation(['forms', 'messages']);
  const form = useForm();
  const [mine, setMine] = useState<object>();
  const name = changed.updatedBy ? staffName(changed.updatedBy) : t('somebody');
  const when = instantInWords(changed.updatedAt, i18n.language);

  function fill(values: object): void {
    form.batch(() => {
      for (const [field, value] of Object.entries<unknown>({ ...values })) form.change(field, value);
    });
  }

  function showTheirs(): void {
    setMine(form.getState().values);
    fill(theirs);
    onSeen();
  }

  return (
    <div className="form-conflict" role="alert">
      <p>{mine ? t('seeingTheirs', { name }) : t('messages.changedMeanwhile', { name, when })}</p>
      {mine ? (
        <Button text={t('bringBackMine')} onClick={() => fill(mine)} />
      ) : (
        <Button text={t('showTheirs')} onClick={showTheirs} />
      )}
    </div>
  );
}
