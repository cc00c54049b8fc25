import { Button } from '@blueprintjs/core';
import { useEffect, useRef } from 'react';
import { useForm, useFormState } from 'react-final-form';
import { useTranslation } from 'react-i18next';
import { forgetDraft, writeDraft, type DraftValues } from './draft-store.ts';

interface DraftKeeperProps {
  readonly name: string;
  /** The stored draft at the time when the form opened. */
  readonly found: DraftValues | undefined;
}

/**
 * Restores a draft once, and stores unsaved values for this tab, so that an ended session or a page error loses none.
 * `DraftKeeper` must be the form's last child: a field that is not registered yet would miss its restored value.
 */
export function DraftKeeper({ name, found }: DraftKeeperProps) {
  const form = useForm();
  const dirtyBefore = useRef(false);
  const {
    values,
    dirtyFields = {},
    submitSucceeded,
  } = useFormState({
    subscription: { values: true, dirtyFields: true, submitSucceeded: true },
  });

  useEffect(() => {
    if (found === undefined) return;
    form.batch(() => {
      for (const [field, value] of Object.entries(found)) form.change(field, value);
    });
  }, [form, found]);

  useEffect(() => {
    const changed = Object.entries(values).filter(([field]) => dirtyFields[field]);
    // The first run sees the values before the draft is restored. Only a form that was dirty before deletes its draft.
    const wasDirty = dirtyBefore.current;
    dirtyBefore.current = changed.length > 0;
    if (submitSucceeded || (wasDirty && changed.length === 0)) forgetDraft(name);
    else if (changed.length > 0) writeDraft(name, Object.fromEntries(changed));
  }, [values, dirtyFields, name, submitSucceeded]);

  return null;
}

interface DraftNoticeProps {
  readonly name: string;
  readonly onDiscard: () => void;
}

/** Announces that a draft was restored, and offers to discard the draft. */
export function DraftNotice({ name, onDiscard }: DraftNoticeProps) {
  const { t } = useTranslation('forms');
  const form = useForm();
  return (
    <p className="form-draft" role="status">
      <span>{t('draftBack')}</span>
      <Button
        size="small"
        text={t('discardDraft')}
        onClick={() => {
          form.reset();
          forgetDraft(name);
          onDiscard();
        }}
      />
    </p>
  );
}
