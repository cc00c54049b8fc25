import { Button } from '@blueprintjs/core';
import { useState } from 'react';
import { useForm } from 'react-final-form';
import { useTranslation } from 'react-i18next';
import { instantInWords } from '#web/shared/i18n/days.ts';

export interface LastChange {
  /** The author's name; undefined when that account is gone. */
  readonly name: string | undefined;
  /** An instant in ISO 8601. */
  readonly when: string;
}

interface ConflictNoticeProps {
  readonly change: LastChange;
  /** The other person's version, as values of the form's fields. */
  readonly theirs: object;
  /** Called when the newer version fills the fields. From then on, saving is based on the newer version. */
  readonly onSeen: () => void;
}

/** Names the person and the time of a conflicting change. Shows that version on request, and then again what was typed. */
export function ConflictNotice({ change, theirs, onSeen }: ConflictNoticeProps) {
  const { t, i18n } = useTranslation(['forms', 'messages']);
  const form = useForm();
  const [mine, setMine] = useState<object>();
  const name = change.name ?? t('somebody');
  const when = instantInWords(change.when, i18n.language);

  function fill(values: object): void {
    form.batch(() => {
      for (const [field, value] of Object.entries<unknown>({ ...values })) form.change(field, value);
    });
  }

  function showTheirs(): void {
    const { values, dirtyFields = {} } = form.getState();
    setMine(Object.fromEntries(Object.entries(values).filter(([field]) => dirtyFields[field])));
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
