import { Button } from '@blueprintjs/core';
import { useEffect, useRef, useState } from 'react';
import { useForm, useFormState } from 'react-final-form';
import { useTranslation } from 'react-i18next';
import { readStored, session, writeStored } from '#web/shared/storage.ts';
import { claimsOf } from '#web/staff/auth/access-token.ts';
import { loginInfo } from '#web/staff/auth/login-info.ts';

const prefix = 'draft:';

// A draft is its writer's alone, whoever signs in next in this tab.
const keyOf = (name: string) => `${prefix}${claimsOf(loginInfo()?.accessToken ?? '')?.sub ?? ''}:${name}`;

/** Only the fields that were changed: what somebody else changed in between stays theirs. */
function readDraft(name: string): Record<string, unknown> | undefined {
  const found = readStored(session, keyOf(name));
  return typeof found === 'object' && found !== null ? { ...found } : undefined;
}

export function forgetDraft(name: string): void {
  writeStored(session, keyOf(name), undefined);
}

/** Nothing of a member of staff stays in the tab after logging out. */
export function forgetAllDrafts(): void {
  for (const key of Object.keys(session())) {
    if (key.startsWith(prefix)) writeStored(session, key, undefined);
  }
}

/** Keeps unsaved work in this tab, so that an ended session or a broken page loses none; brings it back once. */
export function Draft({ name }: { readonly name: string }) {
  const { t } = useTranslation('forms');
  const form = useForm();
  const [draft, setDraft] = useState(() => readDraft(name));
  const dirtyBefore = useRef(false);
  const {
    values,
    dirtyFields = {},
    submitSucceeded,
  } = useFormState({
    subscription: { values: true, dirtyFields: true, submitSucceeded: true },
  });

  useEffect(() => {
    if (draft === undefined) return;
    form.batch(() => {
      for (const [field, value] of Object.entries(draft)) form.change(field, value);
    });
  }, [form, draft]);

  useEffect(() => {
    const changed = Object.entries(values).filter(([field]) => dirtyFields[field]);
    // A restored draft is not in the values yet when this first runs: only what was dirty before is forgotten.
    const wasDirty = dirtyBefore.current;
    dirtyBefore.current = changed.length > 0;
    if (submitSucceeded || (wasDirty && changed.length === 0)) forgetDraft(name);
    else if (changed.length > 0) writeStored(session, keyOf(name), Object.fromEntries(changed));
  }, [values, dirtyFields, name, submitSucceeded]);

  if (draft === undefined) return null;
  return (
    <p className="form-draft" role="status">
      <span>{t('draftBack')}</span>
      <Button
        size="small"
        text={t('discardDraft')}
        onClick={() => {
          form.reset();
          forgetDraft(name);
          setDraft(undefined);
        }}
      />
    </p>
  );
}
