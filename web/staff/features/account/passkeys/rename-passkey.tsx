import { useTranslation } from 'react-i18next';
import { renamePasskeyRules } from '#schema/rules/passkeys.ts';
import { problemOf } from '#web/shared/apollo/problem.ts';
import { type OwnPasskeyFragment, useRenamePasskeyMutation } from '#web/staff/operations.generated.ts';
import { ownProblems } from '#web/staff/platform/apollo/problem-link.ts';
import { showToast } from '#web/staff/platform/toasts/toast-store.ts';
import { Form } from '#web/staff/ui/forms/form.tsx';
import { refusedBy, type SubmitOutcome } from '#web/staff/ui/forms/form-problems.ts';
import { TextField } from '#web/staff/ui/forms/text-field.tsx';
import { StepButtons } from '../second-step/step-buttons.tsx';

interface RenamePasskeyProps {
  readonly passkey: OwnPasskeyFragment;
  readonly onDone: () => void;
}

export function RenamePasskey({ passkey: { id, name: old }, onDone }: RenamePasskeyProps) {
  const { t } = useTranslation('account');
  const [rename] = useRenamePasskeyMutation(ownProblems);

  async function submit({ name }: { readonly name: string }): Promise<SubmitOutcome> {
    try {
      await rename({ variables: { id, name } });
    } catch (error) {
      return refusedBy(problemOf(error));
    }
    return {
      saved: () => {
        showToast({ message: t('saved'), severity: 'success' });
        onDone();
      },
    };
  }

  return (
    <Form className="login-form" initialValues={{ name: old }} rules={renamePasskeyRules} onSubmit={submit}>
      {({ submitting }) => (
        <>
          <TextField name="name" label={t('passkeyName')} required />
          <StepButtons submitting={submitting} text={t('save')} onCancel={onDone} />
        </>
      )}
    </Form>
  );
}
