import { Dialog } from '@blueprintjs/core';
import { useId, useRef, useState } from 'react';
import { useField, useForm } from 'react-final-form';
import { useTranslation } from 'react-i18next';
import { pushAndListenFields } from '#schema/rules/push-and-listen.ts';
import { problemOf } from '#web/shared/apollo/problem.ts';
import { FormButtons } from '#web/staff/ui/forms/form-buttons.tsx';
import { Form, type SubmitManner } from '#web/staff/ui/forms/form.tsx';
import { refusedBy, type SubmitOutcome } from '#web/staff/ui/forms/form-problems.ts';
import { inputValues } from '#web/staff/ui/forms/plain-values.ts';
import { TextField } from '#web/staff/ui/forms/text-field.tsx';
import type { SoundItemFragment } from '#web/staff/operations.generated.ts';
import { nameOfFile, useSoundUpload, type SoundUpload } from '#web/staff/features/sounds/sound-choice.ts';
import { SoundField } from '#web/staff/features/sounds/sound-field.tsx';
import { itemFormRules, newItemValues, valuesOf, type FilledItem, type ItemFormValues } from './use-items.ts';

interface ItemDialogProps {
  /** The stored item; absent for a new one. */
  readonly item?: SoundItemFragment;
  readonly onSave: (values: FilledItem) => Promise<void>;
  readonly onClose: () => void;
}

/** The fields of one item, for a new one and for a change. */
export function ItemDialog({ item, onSave, onClose }: ItemDialogProps) {
  const { t } = useTranslation('push-and-listen');
  const id = useId();
  const title = useRef<HTMLHeadingElement>(null);
  // "Save and add another" remounts the form by a new key.
  const [round, setRound] = useState(0);
  return (
    <Dialog isOpen onClose={onClose} canOutsideClickClose={false} className="item-dialog" aria-labelledby={id}>
      <h2 id={id} ref={title} tabIndex={-1}>
        {item ? t('editItem', { name: item.name }) : t('newItem')}
      </h2>
      <ItemForm
        key={round}
        item={item}
        onSave={onSave}
        onClose={onClose}
        onAnother={() => {
          setRound(round + 1);
          title.current?.focus();
        }}
      />
    </Dialog>
  );
}

interface ItemFormProps extends ItemDialogProps {
  readonly item: SoundItemFragment | undefined;
  readonly onAnother: () => void;
}

function ItemForm({ item, onSave, onClose, onAnother }: ItemFormProps) {
  const { t } = useTranslation(['push-and-listen', 'common', 'lessons']);
  const upload = useSoundUpload();

  async function submit(values: ItemFormValues, { another }: SubmitManner): Promise<SubmitOutcome> {
    try {
      const sent = upload.settled();
      const sound = sent === undefined ? values.audioId : (await sent)?.uploadPushAndListenAudio.id;
      if (!sound) return { problems: { audioId: 'messages.soundNotSent' } };
      await onSave({ ...inputValues(values, pushAndListenFields), audioId: sound });
      return { saved: another ? onAnother : onClose };
    } catch (error) {
      return refusedBy(problemOf(error));
    }
  }

  return (
    <Form initialValues={item ? valuesOf(item) : newItemValues} rules={itemFormRules} onSubmit={submit}>
      {({ submitting }) => (
        <>
          <TextField name="name" label={t('name')} hint={t('nameHint')} required />
          <ItemSound item={item} upload={upload} />
          <FormButtons
            submitting={submitting}
            submitText={t('common.save')}
            another={item ? undefined : { text: t('lessons.saveAndAnother') }}
            onCancel={onClose}
          />
        </>
      )}
    </Form>
  );
}

/** The sound field. A chosen file fills an empty name with the file's name. */
function ItemSound({ item, upload }: { readonly item: SoundItemFragment | undefined; readonly upload: SoundUpload }) {
  const { t } = useTranslation('push-and-listen');
  const form = useForm<ItemFormValues>();
  const { value: name } = useField<string>('name', { subscription: { value: true } }).input;
  return (
    <SoundField
      name="audioId"
      label={t('audio')}
      hint={t('audioHint')}
      required
      current={item && { url: item.audioUrl, fileName: item.fileName }}
      upload={upload}
      recordingName={name}
      onFile={(file) => {
        if (name.trim() === '') form.change('name', nameOfFile(file.name));
      }}
    />
  );
}
