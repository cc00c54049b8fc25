import type { ReactNode } from 'react';
import { useField } from 'react-final-form';
import { useTranslation } from 'react-i18next';
import { useUpload } from '#web/staff/platform/uploads/use-upload.ts';
import { ownProblems } from '#web/staff/platform/apollo/problem-link.ts';
import { CheckboxField } from '#web/staff/ui/forms/checkbox-field.tsx';
import { FormButtons } from '#web/staff/ui/forms/form-buttons.tsx';
import type { SubmitOutcome } from '#web/staff/ui/forms/form-problems.ts';
import { Form, type SubmitManner } from '#web/staff/ui/forms/form.tsx';
import { storedFile } from '#web/staff/ui/forms/use-seen-file.ts';
import { PictureField } from '#web/staff/ui/forms/picture-field.tsx';
import { TextAreaField, TextField } from '#web/staff/ui/forms/text-field.tsx';
import {
  UploadPageImageDocument,
  type ContentDetailFragment,
  type UploadPageImageMutation,
} from '#web/staff/operations.generated.ts';
import { SoundField } from '#web/staff/features/sounds/sound-field.tsx';
import { useSoundUpload, type SoundUpload } from '#web/staff/features/sounds/sound-choice.ts';
import { ContentTypeField } from './content-type-field.tsx';
import { fieldsOf, type OfferedType } from '#web/staff/features/contents/content-types.ts';
import { contentFormRules, type ContentFormValues } from './content-values.ts';
import { WordwallField, YoutubeField } from './link-fields.tsx';
import '#web/staff/ui/forms/form-cards.css';

interface ContentFormProps {
  readonly initialValues: ContentFormValues;
  readonly draftKey: string;
  /** The content as it is; absent for a new one. */
  readonly current?: ContentDetailFragment;
  /** A notice above the fields. */
  readonly notice?: ReactNode;
  readonly submitText: string;
  readonly another?: { readonly text: string };
  readonly onSubmit: (values: ContentFormValues, manner: SubmitManner) => Promise<SubmitOutcome>;
  readonly onCancel: () => void;
}

const idOf = ({ uploadPageImage }: UploadPageImageMutation) => uploadPageImage.id;

/** The fields of a content: its type first, then what that type needs. */
export function ContentForm({ current, notice, submitText, another, onSubmit, onCancel, ...form }: ContentFormProps) {
  const { t } = useTranslation('contents');
  const image = useUpload<UploadPageImageMutation>({
    mutation: UploadPageImageDocument,
    variable: 'file',
    ...ownProblems,
  });
  const sound = useSoundUpload();

  // Saving waits for running uploads, so that no chosen file is lost.
  async function submit(values: ContentFormValues, manner: SubmitManner): Promise<SubmitOutcome> {
    const [page, heard] = [image.settled(), sound.settled()];
    const sent = { ...values };
    if (page !== undefined) {
      const data = await page;
      if (data === undefined) return { problems: { pageImageId: 'messages.pictureNotSent' } };
      sent.pageImageId = idOf(data);
    }
    if (heard !== undefined) {
      const data = await heard;
      if (data !== undefined) sent.audioId = data.uploadPushAndListenAudio.id;
      // For a type without a sound, the form shows no sound field, so the failed upload is no problem.
      else if (values.type !== null && fieldsOf[values.type].sound)
        return { problems: { audioId: 'messages.soundNotSent' } };
    }
    return onSubmit(sent, manner);
  }

  return (
    <Form className="form-cards" rules={contentFormRules} onSubmit={submit} {...form}>
      {({ submitting }) => (
        <>
          {notice}
          <KeptFields />
          <fieldset>
            <legend>{t('sectionType')}</legend>
            <ContentTypeField />
          </fieldset>
          <fieldset>
            <legend>{t('sectionPage')}</legend>
            <TextField
              name="pageNumber"
              label={t('pageNumber')}
              hint={t('pageNumberHint')}
              inputMode="numeric"
              required
            />
            <TextField name="name" label={t('name')} hint={t('nameHint')} required />
            <TextAreaField name="description" label={t('description')} hint={t('descriptionHint')} />
          </fieldset>
          <TypeFields current={current} image={image} sound={sound} />
          <fieldset>
            <legend>{t('sectionSettings')}</legend>
            <CheckboxField name="published" label={t('publish')} hint={t('publishHint')} asSwitch />
          </fieldset>
          <FormButtons submitting={submitting} submitText={submitText} another={another} onCancel={onCancel} />
        </>
      )}
    </Form>
  );
}

const unseen = { subscription: {} };

/** Keeps the fields of other types registered, so that they keep their values when the user switches the type. */
function KeptFields() {
  useField('youtubeLink', unseen);
  useField('wordwallLink', unseen);
  useField('audioId', unseen);
  useField('pageImageId', unseen);
  return null;
}

interface TypeFieldsProps {
  readonly current: ContentDetailFragment | undefined;
  readonly image: ReturnType<typeof useUpload<UploadPageImageMutation>>;
  readonly sound: SoundUpload;
}

/** The fields of the chosen type. The values of other types are kept. */
function TypeFields({ current, image, sound }: TypeFieldsProps) {
  const { t } = useTranslation('contents');
  const type = useField<OfferedType | ''>('type', { subscription: { value: true } }).input.value;
  if (type === '') return null;
  const fields = fieldsOf[type];
  return (
    <>
      {(fields.youtube ?? fields.wordwall ?? fields.sound) && (
        <fieldset>
          <legend>{t('sectionPlayed')}</legend>
          {fields.youtube && <YoutubeField required={fields.youtube === 'required'} />}
          {fields.wordwall && <WordwallField required />}
          {fields.sound && (
            <SoundField
              name="audioId"
              label={t('sound')}
              hint={t(type === 'MUSIC' ? 'soundHintMusic' : 'soundHintRecord')}
              current={storedFile(current?.audioId, current?.audio)}
              upload={sound}
            />
          )}
        </fieldset>
      )}
      <fieldset>
        <legend>{t('sectionImage')}</legend>
        <PictureField
          name="pageImageId"
          label={t('pageImage')}
          hint={t('pageImageHint')}
          required={fields.image === 'required'}
          current={storedFile(current?.pageImageId, current?.pageImage)}
          upload={image}
          idOf={idOf}
        />
      </fieldset>
    </>
  );
}
