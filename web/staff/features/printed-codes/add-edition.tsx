import { Dialog } from '@blueprintjs/core';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { editionRules, type EditionValues } from '#schema/rules/editions.ts';
import { schoolToday } from '#web/staff/platform/settings/settings.ts';
import { problemOf } from '#web/shared/apollo/problem.ts';
import { ownProblems } from '#web/staff/platform/apollo/problem-link.ts';
import { showToast } from '#web/staff/platform/toasts/toast-store.ts';
import { DateField } from '#web/staff/ui/forms/date-field.tsx';
import { FormButtons } from '#web/staff/ui/forms/form-buttons.tsx';
import { refusedBy, type SubmitOutcome } from '#web/staff/ui/forms/form-problems.ts';
import { Form } from '#web/staff/ui/forms/form.tsx';
import { TextField } from '#web/staff/ui/forms/text-field.tsx';
import { useAddEditionMutation } from '#web/staff/operations.generated.ts';
import '#web/staff/ui/forms/form-cards.css';
import '#web/staff/ui/controls/confirm.css';
import '#web/staff/features/classes/changes/class-dialogs.css';

interface AddEditionProps {
  readonly textBookId: string;
  /** Counted from 1. */
  readonly number: number;
  readonly onClose: () => void;
}

/** Marks a textbook as printed: the name and day of its next edition. */
export function AddEdition({ textBookId, number, onClose }: AddEditionProps) {
  const { t } = useTranslation('printed-codes');
  const titleId = useId();
  const [add] = useAddEditionMutation(ownProblems);

  async function save(values: EditionValues): Promise<SubmitOutcome> {
    try {
      await add({ variables: { input: { textBookId, ...values } } });
      return {
        saved: () => {
          showToast({ message: t('printedSaved', { edition: values.name }), severity: 'success' });
          onClose();
        },
      };
    } catch (error) {
      return refusedBy(problemOf(error));
    }
  }

  return (
    <Dialog isOpen onClose={onClose} className="confirm class-dialog" aria-labelledby={titleId}>
      <h2 id={titleId}>{t('markPrintedTitle')}</h2>
      <p className="confirm-text">{t('markPrintedText')}</p>
      <Form
        guarded
        initialValues={{ name: t('editionName', { number }), printedOn: schoolToday() }}
        rules={editionRules}
        onSubmit={save}
      >
        {({ submitting }) => (
          <>
            <TextField name="name" label={t('edition')} required />
            <DateField name="printedOn" label={t('printedOn')} required />
            <FormButtons submitting={submitting} submitText={t('markPrinted')} onCancel={onClose} />
          </>
        )}
      </Form>
    </Dialog>
  );
}
