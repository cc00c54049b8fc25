import { Button, Dialog } from '@blueprintjs/core';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { z } from 'zod';
import { Trash } from '@blueprintjs/icons';
import { confirmName } from '#schema/rest/privacy.ts';
import { paths } from '#web/paths.ts';
import { useWhileHere } from '#web/staff/platform/while-here.ts';
import { problemOf } from '#web/shared/apollo/problem.ts';
import { ownProblems } from '#web/staff/platform/apollo/problem-link.ts';
import { Form } from '#web/staff/ui/forms/form.tsx';
import { keepFocus } from '#web/staff/ui/forms/form-buttons.tsx';
import { refusedBy, type SubmitOutcome } from '#web/staff/ui/forms/form-problems.ts';
import { TextField } from '#web/staff/ui/forms/text-field.tsx';
import { useEraseProfileMutation, type PrivacyCardPartsFragment } from '#web/staff/operations.generated.ts';
import { showToast } from '#web/staff/platform/toasts/toast-store.ts';
import '#web/staff/ui/forms/form-cards.css';
import '#web/staff/ui/controls/confirm.css';

const rules = z.object({ confirmName });

interface EraseDialogProps {
  readonly found: Pick<PrivacyCardPartsFragment, 'id' | 'name'>;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Asks for the child's name, because erasing cannot be undone. The focus starts in the field, which is harmless. */
export function EraseDialog({ found: { id, name }, isOpen, onClose }: EraseDialogProps) {
  const { t } = useTranslation(['privacy', 'common']);
  const navigate = useNavigate();
  const whileHere = useWhileHere();
  const titleId = useId();
  const [erase] = useEraseProfileMutation(ownProblems);

  async function submit(values: { readonly confirmName: string }): Promise<SubmitOutcome> {
    try {
      await erase({
        variables: { input: { id, ...values } },
        // Removes the child's data from the cache too.
        update: (cache) => {
          cache.evict({ id: cache.identify({ __typename: 'PrivacyCard', id }) });
          cache.evict({ id: cache.identify({ __typename: 'PrivacyProfile', id }) });
        },
      });
    } catch (error) {
      return refusedBy(problemOf(error));
    }
    return {
      saved: () => {
        showToast({ message: t('erased'), severity: 'success' });
        whileHere(() => void navigate(paths.privacy));
      },
    };
  }

  return (
    <Dialog
      isOpen={isOpen}
      shouldReturnFocusOnClose
      onClose={onClose}
      onOpening={(dialog) => dialog.querySelector('input')?.focus()}
      className="confirm privacy-erase"
      aria-labelledby={titleId}
    >
      <h2 id={titleId}>{t('eraseTitle', { name })}</h2>
      <div className="confirm-text">
        <p>{t('eraseWhat')}</p>
        <p>{t('eraseNoWayBack')}</p>
      </div>
      <Form initialValues={{ confirmName: '' }} rules={rules} onSubmit={submit}>
        {({ submitting }) => (
          <>
            <TextField name="confirmName" label={t('typeName', { name })} spellCheck={false} required />
            <div className="confirm-buttons">
              <Button text={t('common.cancel')} onMouseDown={keepFocus} onClick={onClose} />
              <Button
                type="submit"
                intent="danger"
                text={t(submitting ? 'erasing' : 'eraseConfirm')}
                aria-disabled={submitting}
                onMouseDown={keepFocus}
              />
            </div>
          </>
        )}
      </Form>
    </Dialog>
  );
}

type Found = Pick<PrivacyCardPartsFragment, 'id' | 'name'>;

/** Explains erasing, with the button that opens the dialog. */
export function EraseChild({ found }: { readonly found: Found }) {
  const { t } = useTranslation('privacy');
  const [asking, setAsking] = useState(false);
  return (
    <section className="panel" aria-labelledby="erase-title">
      <h2 id="erase-title">{t('erase')}</h2>
      <p className="privacy-note">{t('eraseText')}</p>
      <Button intent="danger" icon={<Trash />} text={t('eraseButton')} onClick={() => setAsking(true)} />
      <EraseDialog found={found} isOpen={asking} onClose={() => setAsking(false)} />
    </section>
  );
}
