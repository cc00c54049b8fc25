import { Dialog } from '@blueprintjs/core';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { animal } from '#schema/rest/students.ts';
import { profileFields, profileReading, studentNumber } from '#schema/rules/profiles.ts';
import { unmask } from '#web/shared/apollo/masks.ts';
import { animalNamed, type AnimalName } from '#web/shared/art/animals.tsx';
import { ownProblems } from '#web/staff/platform/apollo/problem-link.ts';
import { useAskBeforeClosing } from '#web/staff/ui/forms/ask-before-closing.tsx';
import { FormButtons } from '#web/staff/ui/forms/form-buttons.tsx';
import { Form } from '#web/staff/ui/forms/form.tsx';
import { formRules, formValues, inputValues, type PlainFormValues } from '#web/staff/ui/forms/plain-values.ts';
import { TextField } from '#web/staff/ui/forms/text-field.tsx';
import { useEdit } from '#web/staff/ui/forms/use-edit.tsx';
import {
  ClassProfileDocument,
  useRenameClassProfileMutation,
  type ClassProfileQuery,
  type ClassProfileRowFragment,
} from '#web/staff/operations.generated.ts';
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

const valuesOf = (profile: ClassProfileRowFragment): ProfileFormValues => ({
  ...formValues(profile, fields),
  animal: animalNamed(profile.animal),
});

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

  const { save, notice } = useEdit({
    found: profile,
    valuesOf,
    send: ({ id: profileId, version }, values: ProfileFormValues) => {
      const input = { ...inputValues(values, fields), animal: animalIn(values.animal) };
      return rename({ variables: { input: { classId, profileId, version, ...input } } });
    },
    query: ClassProfileDocument,
    variables: { classId, profileId: profile.id },
    detailOf: (data: ClassProfileQuery) => unmask<ClassProfileRowFragment>(data.classStudent.profile),
    savedText: t('saved'),
    onDone: onClose,
  });

  const { close, question } = useAskBeforeClosing(onClose);
  return (
    <Dialog isOpen onClose={close} className="confirm class-dialog" aria-labelledby={titleId}>
      <h2 id={titleId}>{t('renameTitle', { name: profile.name })}</h2>
      <Form guarded initialValues={valuesOf(profile)} rules={rules} onSubmit={save}>
        {({ submitting }) => (
          <>
            {notice}
            <TextField name="name" label={t('studentName')} required />
            <TextField name="reading" label={t('reading')} hint={t('readingHint')} />
            <TextField name="number" label={t('studentNumber')} inputMode="numeric" />
            <AnimalField name="animal" label={t('animal')} />
            <FormButtons submitting={submitting} submitText={t('common.save')} onCancel={close} />
          </>
        )}
      </Form>
      {question}
    </Dialog>
  );
}
