import { Button, Dialog } from '@blueprintjs/core';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { roleAllowed, staffWith } from '#schema/access.ts';
import { withOwnPasswordRules } from '#schema/rules/second-factor.ts';
import { staffName } from '#schema/staff-name.ts';
import { problemOf } from '#web/shared/apollo/problem.ts';
import { type UserDetailFragment, useRemoveSecondFactorMutation } from '#web/staff/operations.generated.ts';
import { ownProblems } from '#web/staff/platform/apollo/problem-link.ts';
import { useLoginInfo, useOwnId } from '#web/staff/platform/session/login-info.ts';
import { showToast } from '#web/staff/platform/toasts/toast-store.ts';
import { Form } from '#web/staff/ui/forms/form.tsx';
import { keepFocus } from '#web/staff/ui/forms/form-buttons.tsx';
import { refusedBy, type SubmitOutcome } from '#web/staff/ui/forms/form-problems.ts';
import { OwnPasswordField } from '#web/staff/features/own-password/own-password-field.tsx';
import '#web/staff/ui/controls/confirm.css';

interface RemoveSecondFactorProps {
  readonly found: UserDetailFragment;
}

/** For administrators: turns off the second step of a person who lost their phone. */
export function RemoveSecondFactor({ found }: RemoveSecondFactorProps) {
  const { t } = useTranslation('users');
  const ownId = useOwnId();
  const info = useLoginInfo();
  const [asking, setAsking] = useState(false);
  const isAllowed = info !== null && roleAllowed(info.role, staffWith('All:All').roles);
  if (!found.secondFactor || !isAllowed || found.id === ownId || found.refusal !== null) return null;
  return (
    <div className="user-buttons">
      <Button text={t('removeSecondStep')} onClick={() => setAsking(true)} />
      <PasswordDialog found={found} isOpen={asking} onClose={() => setAsking(false)} />
    </div>
  );
}

interface PasswordDialogProps extends RemoveSecondFactorProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

function PasswordDialog({ found, isOpen, onClose }: PasswordDialogProps) {
  const { t } = useTranslation(['users', 'common']);
  const titleId = useId();
  const name = staffName(found);
  const [remove] = useRemoveSecondFactorMutation(ownProblems);

  async function submit({ password }: { readonly password: string }): Promise<SubmitOutcome> {
    try {
      await remove({ variables: { id: found.id, password } });
    } catch (error) {
      return refusedBy(problemOf(error));
    }
    return {
      saved: () => {
        onClose();
        showToast({ message: t('secondStepRemoved', { name }), severity: 'success' });
      },
    };
  }

  return (
    <Dialog
      isOpen={isOpen}
      shouldReturnFocusOnClose
      onClose={onClose}
      onOpening={(dialog) => dialog.querySelector('input')?.focus()}
      className="confirm"
      aria-labelledby={titleId}
    >
      <h2 id={titleId}>{t('removeSecondStepTitle', { name })}</h2>
      <div className="confirm-text">
        <p>{t('removeSecondStepText')}</p>
      </div>
      <Form initialValues={{ password: '' }} rules={withOwnPasswordRules} onSubmit={submit}>
        {({ submitting }) => (
          <>
            <OwnPasswordField label={t('ownPassword')} />
            <div className="confirm-buttons">
              <Button text={t('common.cancel')} onMouseDown={keepFocus} onClick={onClose} />
              <Button
                type="submit"
                intent="danger"
                text={t('removeSecondStep')}
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
