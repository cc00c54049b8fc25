import { Dialog } from '@blueprintjs/core';
import { useId } from 'react';
import { useFormState } from 'react-final-form';
import { useTranslation } from 'react-i18next';
import { date } from '#schema/rest/values.ts';
import { sinceRules } from '#schema/rules/classes.ts';
import { problemOf } from '#web/shared/apollo/problem.ts';
import { networkOnly } from '#web/staff/platform/apollo/freshness.ts';
import { useModerates } from '#web/staff/features/classes/detail/use-moderates.ts';
import { useStudentsSinceQuery } from '#web/staff/operations.generated.ts';
import { CheckboxField } from '#web/staff/ui/forms/checkbox-field.tsx';
import { DateField } from '#web/staff/ui/forms/date-field.tsx';
import { FormButtons } from '#web/staff/ui/forms/form-buttons.tsx';
import { refusedBy, type SubmitOutcome } from '#web/staff/ui/forms/form-problems.ts';
import { Form } from '#web/staff/ui/forms/form.tsx';
import { useAdmission } from './use-admission.ts';
import '#web/staff/features/classes/changes/class-dialogs.css';
import '#web/staff/ui/controls/confirm.css';
import '#web/staff/ui/forms/form-cards.css';
import './admission.css';

interface RemoveSinceDialogProps {
  readonly classId: string;
  readonly onClose: () => void;
}

interface Values {
  readonly joinedSince: string;
  readonly hidePosts: boolean;
  readonly block: boolean;
}

/** Shows who joined a class by its code since a day, and removes them. */
export function RemoveSinceDialog({ classId, onClose }: RemoveSinceDialogProps) {
  const { t } = useTranslation('classes');
  const titleId = useId();
  const moderates = useModerates();
  const { remove } = useAdmission(classId);

  async function save(values: Values): Promise<SubmitOutcome> {
    try {
      await remove(values);
      return { saved: onClose };
    } catch (error) {
      return refusedBy(problemOf(error));
    }
  }

  return (
    <Dialog isOpen onClose={onClose} className="confirm class-dialog" aria-labelledby={titleId}>
      <h2 id={titleId}>{t('removeSinceTitle')}</h2>
      <Form<Values>
        initialValues={{ joinedSince: '', hidePosts: false, block: false }}
        rules={sinceRules}
        onSubmit={save}
      >
        {({ submitting }) => (
          <>
            <DateField name="joinedSince" label={t('joinedSince')} hint={t('joinedSinceHint')} required />
            <SinceNames classId={classId} />
            {moderates && <CheckboxField name="hidePosts" label={t('hideTheirPosts')} />}
            <CheckboxField name="block" label={t('blockDevices')} hint={t('blockHint')} />
            <FormButtons submitting={submitting} submitText={t('removeThem')} onCancel={onClose} />
          </>
        )}
      </Form>
    </Dialog>
  );
}

/** The students who joined since the day in the field. */
function SinceNames({ classId }: Pick<RemoveSinceDialogProps, 'classId'>) {
  const { t } = useTranslation('classes');
  const { values } = useFormState<Values>({ subscription: { values: true } });
  const joinedSince = values.joinedSince;
  const isDay = date.safeParse(joinedSince).success;
  const { data } = useStudentsSinceQuery({
    variables: { classId, joinedSince },
    skip: !isDay,
    ...networkOnly,
  });
  const found = isDay ? data?.classProfiles : undefined;
  return (
    <div aria-live="polite">
      {found && (
        <>
          <p>
            <strong>{t('joinedCount', { count: found.totalCount })}</strong>
          </p>
          <p className="since-names">{found.items.map(({ name }) => name).join(t('nameSeparator'))}</p>
        </>
      )}
    </div>
  );
}
