import { Dialog } from '@blueprintjs/core';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { extensionRules } from '#schema/rules/classes.ts';
import { problemOf } from '#web/shared/apollo/problem.ts';
import { DateField } from '#web/staff/ui/forms/date-field.tsx';
import { FormButtons } from '#web/staff/ui/forms/form-buttons.tsx';
import { Form } from '#web/staff/ui/forms/form.tsx';
import { refusedBy, type SubmitOutcome } from '#web/staff/ui/forms/form-problems.ts';
import type { Selection } from '#web/staff/ui/lists/selection.ts';
import { useClassChanges } from './use-class-changes.ts';
import '#web/staff/ui/forms/form-cards.css';
import '#web/staff/ui/controls/confirm.css';
import './class-dialogs.css';

interface ExtendDialogProps {
  readonly selection: Pick<Selection, 'ids' | 'count' | 'clear'>;
  readonly onClose: () => void;
}

/** One new last day for several classes. */
export function ExtendDialog({ selection, onClose }: ExtendDialogProps) {
  const { t } = useTranslation('classes');
  const titleId = useId();
  const { extend } = useClassChanges();

  async function save({ endDate }: { readonly endDate: string }): Promise<SubmitOutcome> {
    try {
      await extend(await selection.ids(), endDate);
      return {
        saved: () => {
          onClose();
          selection.clear();
        },
      };
    } catch (error) {
      return refusedBy(problemOf(error));
    }
  }

  return (
    <Dialog isOpen onClose={onClose} className="confirm class-dialog" aria-labelledby={titleId}>
      <h2 id={titleId}>{t('extendTitle', { count: selection.count })}</h2>
      <Form guarded initialValues={{ endDate: '' }} rules={extensionRules} onSubmit={save}>
        {({ submitting }) => (
          <>
            <DateField name="endDate" label={t('endDate')} hint={t('extendHint')} required />
            <FormButtons submitting={submitting} submitText={t('extendSubmit')} onCancel={onClose} />
          </>
        )}
      </Form>
    </Dialog>
  );
}
