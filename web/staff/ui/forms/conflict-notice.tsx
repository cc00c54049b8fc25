import { Button } from '@blueprintjs/core';
import { useState } from 'react';
import { useForm } from 'react-final-form';
import { useTranslation } from 'react-i18next';
import { instantInWords } from '#web/shared/i18n/days.ts';
import { personName, type NamedPerson } from '#web/staff/ui/controls/person-name.ts';

interface ConflictNoticeProps {
  /** The author and the time of the other change. */
  readonly changed: {
    readonly updatedAt: string;
    readonly updatedBy: NamedPerson | null;
  };
  /** The other person's version, as values of the form's fields. */
  readonly theirs: object;
  /** Called when the newer version fills the fields. From then on, saving is based on the newer version. */
  readonly onSeen: () => void;
}

/** Names the person and the time of a conflicting change. Shows that version on request and keeps the typed values. */
export function ConflictNotice({ changed, theirs, onSeen }: ConflictNoticeProps) {
  const { t, i18n } = useTranslation(['forms', 'messages']);
  const form = useForm();
  const [mine, setMine] = useState<object>();
  const name = changed.updatedBy ? personName(changed.updatedBy) : t('somebody');
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
