import { Dialog } from '@blueprintjs/core';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { animal } from '#schema/rest/students.ts';
import { profileFields, profileReading, studentNumber } from '#schema/rules/profiles.ts';
import { animalNamed, type AnimalName } from '#web/shared/art/animals.tsx';
import { problemOf } from '#web/shared/apollo/problem.ts';
import { ownProblems } from '#web/staff/platform/apollo/problem-link.ts';
import { FormButtons } from '#web/staff/ui/forms/form-buttons.tsx';
import { Form } from '#web/staff/ui/forms/form.tsx';
import { refusedBy, type SubmitOutcome } from '#web/staff/ui/forms/form-problems.ts';
import { formRules, formValues, inputValues, type PlainFormValues } from '#web/staff/ui/forms/plain-values.ts';
import { TextField } from '#web/staff/ui/forms/text-field.tsx';
import { useRenameClassProfileMutation, type ClassProfileRowFragment } from '#web/staff/operations.generated.ts';
import { showToast } from '#web/staff/platform/toasts/toast-store.ts';
import { AnimalField } from './animal-field.tsx';
import { animalIn } from './animal-names.ts';
import '#web/staff/ui/forms/form-cards.css';
import '#web/staff/ui/controls/confirm.css';
import '#web/staff/features/classes/changes/class-dialogs.css';

// Adds the reading and the number, which no other form of a profile has.
const fields = { ...profileFields, reading: profileReading.default(''), number: studentNumber.default(null) };

const rules = formRules(z.object({ ...fields, animal }), fields);

interface ProfileFormValues extends PlainFormValues<typeof fields> {
  animal: AnimalName;
}

interface RenameDialogProps {
  readonly classId: string;
  readonly profile: ClassProfileRowFragment;
  readonly onClose: () => void;
}

/** Changes a child's name and animal, on every wall that the child has joined. */
export function RenameDialog({ classId, profile, onClose }: RenameDialogProps) {
  const { t } = useTranslation(['classes', 'common']);
  const titleId = useId();
  const [rename] = useRenameClassProfileMutation(ownProblems);

  async function save(values: ProfileFormValues): Promise<SubmitOutcome> {
    const { id: profileId, version } = profile;
    const input = { classId, profileId, version, ...inputValues(values, fields), animal: animalIn(values.animal) };
    try {
      await rename({ variables: { input } });
      return {
        saved: () => {
          showToast({ message: t('saved'), severity: 'success' });
          onClose();
        },
      };
    } catch (error) {
      return refusedBy(problemOf(error));
    }
  }

  return (
    <Dialog isOpen onClose={onClose} className="confirm class-dialog" aria-labelledby={titleId}>
      <h2 id={titleId}>{t('renameTitle', { name: profile.name })}</h2>
      <Form
        initialValues={{ ...formValues(profile, fields), animal: animalNamed(profile.animal) }}
        rules={rules}
        onSubmit={save}
      >
        {({ submitting }) => (
          <>
            <TextField name="name" label={t('studentName')} required />
            <TextField name="reading" label={t('reading')} hint={t('readingHint')} />
            <TextField name="number" label={t('studentNumber')} inputMode="numeric" />
            <AnimalField name="animal" label={t('animal')} />
            <FormButtons submitting={submitting} submitText={t('common.save')} onCancel={onClose} />
          </>
        )}
      </Form>
    </Dialog>
  );
}
