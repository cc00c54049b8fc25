import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useUpload } from '#web/staff/platform/uploads/use-upload.ts';
import { ownProblems } from '#web/staff/platform/apollo/problem-link.ts';
import { CheckboxField } from '#web/staff/ui/forms/checkbox-field.tsx';
import { FormButtons } from '#web/staff/ui/forms/form-buttons.tsx';
import type { SubmitOutcome } from '#web/staff/ui/forms/form-problems.ts';
import { Form } from '#web/staff/ui/forms/form.tsx';
import { storedFile } from '#web/staff/ui/forms/use-seen-file.ts';
import { PictureField } from '#web/staff/ui/forms/picture-field.tsx';
import { saveWithPicture } from '#web/staff/ui/forms/save-with-picture.ts';
import { TextAreaField, TextField } from '#web/staff/ui/forms/text-field.tsx';
import {
  UploadTextBookThumbnailDocument,
  type TextBookDetailFragment,
  type UploadTextBookThumbnailMutation,
} from '#web/staff/operations.generated.ts';
import { textBookFormRules, type TextBookFormValues } from './textbook-values.ts';
import '#web/staff/ui/forms/form-cards.css';

interface TextBookFormProps {
  readonly initialValues: TextBookFormValues;
  readonly draftKey: string;
  /** The textbook as it is; absent for a new one. */
  readonly current?: TextBookDetailFragment;
  /** A notice above the fields. */
  readonly notice?: ReactNode;
  readonly submitText: string;
  readonly onSubmit: (values: TextBookFormValues) => Promise<SubmitOutcome>;
  readonly onCancel: () => void;
}

const idOf = ({ uploadTextBookThumbnail }: UploadTextBookThumbnailMutation) => uploadTextBookThumbnail.id;

/** The fields of a textbook, for a new one and for a change. */
export function TextBookForm({ current, notice, submitText, onSubmit, onCancel, ...form }: TextBookFormProps) {
  const { t } = useTranslation(['textbooks', 'common', 'forms']);
  const thumbnail = useUpload<UploadTextBookThumbnailMutation>({
    mutation: UploadTextBookThumbnailDocument,
    variable: 'file',
    ...ownProblems,
  });

  const submit = (values: TextBookFormValues) =>
    saveWithPicture({ values, field: 'thumbnailId', upload: thumbnail, idOf, save: onSubmit });

  return (
    <Form className="form-cards" rules={textBookFormRules} onSubmit={submit} {...form}>
      {({ submitting }) => (
        <>
          {notice}
          <fieldset>
            <legend>{t('sectionBook')}</legend>
            <TextField name="name" label={t('name')} hint={t('nameHint')} required />
            <TextField name="shortCode" label={t('shortCode')} hint={t('shortCodeHint')} spellCheck={false} required />
            <TextAreaField name="description" label={t('description')} hint={t('descriptionHint')} />
          </fieldset>
          <fieldset>
            <legend>{t('sectionCover')}</legend>
            <PictureField
              name="thumbnailId"
              label={t('thumbnail')}
              hint={t('thumbnailHint')}
              current={storedFile(current?.thumbnailId, current?.thumbnail)}
              upload={thumbnail}
              idOf={idOf}
            />
          </fieldset>
          <fieldset>
            <legend>{t('sectionSettings')}</legend>
            <CheckboxField name="published" label={t('publish')} hint={t('publishHint')} asSwitch />
          </fieldset>
          <FormButtons submitting={submitting} submitText={submitText} onCancel={onCancel} />
        </>
      )}
    </Form>
  );
}
