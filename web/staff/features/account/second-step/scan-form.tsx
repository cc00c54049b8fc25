import { useTranslation } from 'react-i18next';
import { confirmSecondFactorRules } from '#schema/rules/second-factor.ts';
import { noCache } from '#web/staff/platform/apollo/freshness.ts';
import { problemOf } from '#web/shared/apollo/problem.ts';
import { qrPath } from '#web/shared/qr/qr-path.ts';
import { AppCodeField } from '#web/staff/features/auth/code-field.tsx';
import { useConfirmSecondFactorMutation } from '#web/staff/operations.generated.ts';
import { ownProblems } from '#web/staff/platform/apollo/problem-link.ts';
import { showToast } from '#web/staff/platform/toasts/toast-store.ts';
import { CopyButton } from '#web/staff/ui/controls/copy-button.tsx';
import { Form } from '#web/staff/ui/forms/form.tsx';
import { refusedBy, type SubmitOutcome } from '#web/staff/ui/forms/form-problems.ts';
import type { Start } from './begin-form.tsx';
import { StepButtons } from './step-buttons.tsx';

interface ScanFormProps {
  readonly start: Start;
  readonly onCodes: (codes: readonly string[]) => void;
  readonly onCancel: () => void;
}

/** The secret for the app, drawn and in letters, and the first code that the app shows. */
export function ScanForm({ start: { uri, secret }, onCodes, onCancel }: ScanFormProps) {
  const { t } = useTranslation('account');
  // The recovery codes must not be cached: they are shown only once.
  const [confirm] = useConfirmSecondFactorMutation({
    ...ownProblems,
    ...noCache,
  });

  async function submit({ code }: { readonly code: string }): Promise<SubmitOutcome> {
    try {
      const { data } = await confirm({ variables: { code } });
      if (data === undefined) throw new Error('The recovery codes came back empty');
      const codes = data.confirmSecondFactor;
      return {
        saved: () => {
          showToast({ message: t('turnedOn'), severity: 'success' });
          onCodes(codes);
        },
      };
    } catch (error) {
      return refusedBy(problemOf(error));
    }
  }

  return (
    <>
      <p>{t('scanHint')}</p>
      <div className="second-step-secret">
        <QrPicture text={uri} label={t('qrLabel')} />
        <div>
          <p>{t('typeSecret')}</p>
          <p>
            <code>{inFours(secret)}</code>
          </p>
          <CopyButton text={secret} label={t('copySecret')} />
        </div>
      </div>
      <Form className="login-form" initialValues={{ code: '' }} rules={confirmSecondFactorRules} onSubmit={submit}>
        {({ submitting }) => (
          <>
            <AppCodeField />
            <StepButtons submitting={submitting} text={t('turnOn')} onCancel={onCancel} />
          </>
        )}
      </Form>
    </>
  );
}

const inFours = (secret: string): string => secret.replaceAll(/(.{4})(?=.)/g, '$1 ');

// Drawn here: the secret goes to no other server.
function QrPicture({ text, label }: { readonly text: string; readonly label: string }) {
  const { side, path } = qrPath(text);
  return (
    <svg role="img" aria-label={label} viewBox={`0 0 ${side} ${side}`} shapeRendering="crispEdges">
      <rect width={side} height={side} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
