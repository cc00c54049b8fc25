import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { classCopyRules } from '#schema/rules/classes.ts';
import { unmask } from '#web/shared/apollo/masks.ts';
import { paths } from '#web/paths.ts';
import { problemOf } from '#web/shared/apollo/problem.ts';
import { shownPath } from '#web/staff/platform/while-here.ts';
import { ownProblems } from '#web/staff/platform/apollo/problem-link.ts';
import { toastUndo } from '#web/staff/ui/controls/undo.ts';
import { CheckboxField } from '#web/staff/ui/forms/checkbox-field.tsx';
import { DateField } from '#web/staff/ui/forms/date-field.tsx';
import { FormButtons } from '#web/staff/ui/forms/form-buttons.tsx';
import { Form } from '#web/staff/ui/forms/form.tsx';
import { refusedBy, type SubmitOutcome } from '#web/staff/ui/forms/form-problems.ts';
import { TextField } from '#web/staff/ui/forms/text-field.tsx';
import { useIdempotencyKey } from '#web/shared/use-idempotency-key.ts';
import {
  useCopyClassMutation,
  useDeleteClassMutation,
  type ClassCopyPlanFragment,
  type ClassDetailFragment,
} from '#web/staff/operations.generated.ts';
import { BookField } from '#web/staff/features/classes/form/book-field.tsx';
import { CopyPreview } from './copy-preview.tsx';
import { copyInputOf, copyParts, copyValuesOf, type CopyValues } from './copy-values.ts';
import '#web/staff/ui/forms/form-cards.css';
import '#web/staff/features/classes/form/class-form.css';

interface CopyFormProps {
  readonly found: ClassDetailFragment;
  readonly proposal: ClassCopyPlanFragment;
  readonly onCancel: () => void;
}

/** The copied parts, the dates and the name, beside a preview of the copy. */
export function CopyForm({ found, proposal, onCancel }: CopyFormProps) {
  const { t } = useTranslation('classes');
  const copy = useMakeCopy(found);
  return (
    <Form
      className="form-cards copy-form"
      rules={classCopyRules}
      initialValues={copyValuesOf(proposal)}
      draftKey={`class-copy:${found.id}`}
      onSubmit={copy}
    >
      {({ submitting }) => (
        <>
          <h2>{t('copyTitle')}</h2>
          <fieldset>
            <legend>{t('copyWhat')}</legend>
            <TextField name="className" label={t('className')} required />
            <BookField current={found.textBook} />
            <div className="form-pair">
              <DateField name="startDate" label={t('startDate')} required />
              <DateField name="endDate" label={t('endDate')} hint={t('endDateHint')} required />
            </div>
          </fieldset>
          <fieldset>
            <legend>{t('copyTakes')}</legend>
            {copyParts.map((part) => (
              <CheckboxField key={part} name={part} label={t(`take-${part}`)} />
            ))}
          </fieldset>
          <CopyPreview source={found} proposal={proposal} />
          <FormButtons submitting={submitting} submitText={t('copySubmit')} onCancel={onCancel} />
        </>
      )}
    </Form>
  );
}

/** Creates the copy and opens it. Undo deletes the copy and returns to the original. */
function useMakeCopy(found: ClassDetailFragment): (values: CopyValues) => Promise<SubmitOutcome> {
  const { t } = useTranslation('classes');
  const navigate = useNavigate();
  const [copyClass] = useCopyClassMutation({
    ...ownProblems,
  });
  const [deleteClass] = useDeleteClassMutation({
    ...ownProblems,
  });
  const withKey = useIdempotencyKey();
  return async (values) => {
    try {
      const { data } = await copyClass({ variables: { input: withKey(copyInputOf(found.id, values, false)) } });
      const made = data && unmask<ClassCopyPlanFragment>(data.copyClass).class;
      if (!made) throw new Error('The copy came back empty');
      const undo = async () => {
        await deleteClass({ variables: { id: made.id } });
        if (shownPath() === paths.classDetail(made.id)) await navigate(paths.classDetail(found.id));
      };
      return {
        saved: () => toastUndo({ message: t('copied', { count: 1 }), undo }),
        next: () => void navigate(paths.classDetail(made.id)),
      };
    } catch (error) {
      return refusedBy(problemOf(error));
    }
  };
}
