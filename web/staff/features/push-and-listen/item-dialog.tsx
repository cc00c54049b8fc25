import { Dialog } from '@blueprintjs/core';
import { useId, useRef, useState, type ReactNode, type RefObject } from 'react';
import { useField, useForm } from 'react-final-form';
import { useTranslation } from 'react-i18next';
import { problemOf } from '#web/shared/apollo/problem.ts';
import { unmask } from '#web/shared/apollo/masks.ts';
import { useAskBeforeClosing } from '#web/staff/ui/forms/ask-before-closing.tsx';
import { FormButtons } from '#web/staff/ui/forms/form-buttons.tsx';
import { Form, type SubmitManner } from '#web/staff/ui/forms/form.tsx';
import { refusedBy, type SubmitOutcome } from '#web/staff/ui/forms/form-problems.ts';
import { TextField } from '#web/staff/ui/forms/text-field.tsx';
import { useEdit } from '#web/staff/ui/forms/use-edit.tsx';
import { useIdempotencyKey } from '#web/shared/use-idempotency-key.ts';
import {
  PushAndListenItemsDocument,
  type PushAndListenItemsQuery,
  type SoundItemFragment,
} from '#web/staff/operations.generated.ts';
import { nameOfFile, useSoundUpload, type SoundUpload } from '#web/staff/features/sounds/sound-choice.ts';
import { SoundField } from '#web/staff/features/sounds/sound-field.tsx';
import {
  inputOf,
  itemFormRules,
  newItemValues,
  valuesOf,
  type FilledItemValues,
  type ItemFormValues,
  type Items,
} from './use-items.ts';

interface NewItemDialogProps {
  readonly items: Items;
  readonly onClose: () => void;
}

/** A new item, and another one after it where the user wants that. */
export function NewItemDialog({ items, onClose }: NewItemDialogProps) {
  const { t } = useTranslation('push-and-listen');
  const title = useRef<HTMLHeadingElement>(null);
  // "Save and add another" remounts the form by a new key.
  const [round, setRound] = useState(0);
  const withKey = useIdempotencyKey(round);

  function addAnother(): void {
    setRound(round + 1);
    title.current?.focus();
  }

  async function save(values: FilledItemValues, { another }: SubmitManner): Promise<SubmitOutcome> {
    try {
      await items.create(withKey(inputOf(values)));
      return { saved: another ? addAnother : onClose };
    } catch (error) {
      return refusedBy(problemOf(error));
    }
  }

  return (
    <ItemDialog title={t('newItem')} titleRef={title} onClose={onClose}>
      {(close) => <ItemForm key={round} onSave={save} onClose={close} />}
    </ItemDialog>
  );
}

interface EditItemDialogProps extends NewItemDialogProps {
  readonly contentId: string;
  readonly item: SoundItemFragment;
}

/** Changes an item's name and sound. */
export function EditItemDialog({ contentId, item, items, onClose }: EditItemDialogProps) {
  const { t } = useTranslation(['push-and-listen', 'lessons']);
  const { save, notice } = useEdit({
    found: item,
    valuesOf,
    send: (target, values: FilledItemValues) => {
      // A new sound brings its own file name; the kept one keeps its name.
      const fileName = values.audioId !== item.audioId && { fileName: null };
      return items.change({ ...target, ...inputOf(values), ...fileName });
    },
    query: PushAndListenItemsDocument,
    variables: { contentId },
    detailOf: (data: PushAndListenItemsQuery) =>
      unmask<SoundItemFragment>(data.pushAndListenItems).find(({ id }) => id === item.id),
    savedText: t('lessons.saved'),
    onDone: onClose,
  });
  return (
    <ItemDialog title={t('editItem', { name: item.name })} onClose={onClose}>
      {(close) => <ItemForm item={item} notice={notice} onSave={save} onClose={close} />}
    </ItemDialog>
  );
}

interface ItemDialogProps {
  readonly title: string;
  readonly titleRef?: RefObject<HTMLHeadingElement | null>;
  readonly onClose: () => void;
  /** The form, with what its Cancel does. */
  readonly children: (close: () => void) => ReactNode;
}

function ItemDialog({ title, titleRef, onClose, children }: ItemDialogProps) {
  const id = useId();
  const { close, question } = useAskBeforeClosing(onClose);
  return (
    <Dialog isOpen onClose={close} canOutsideClickClose={false} className="item-dialog" aria-labelledby={id}>
      <h2 id={id} ref={titleRef} tabIndex={-1}>
        {title}
      </h2>
      {children(close)}
      {question}
    </Dialog>
  );
}

interface ItemFormProps {
  /** The stored item; absent for a new one. */
  readonly item?: SoundItemFragment;
  /** A notice above the fields. */
  readonly notice?: ReactNode;
  readonly onSave: (values: FilledItemValues, manner: SubmitManner) => Promise<SubmitOutcome>;
  readonly onClose: () => void;
}

function ItemForm({ item, notice, onSave, onClose }: ItemFormProps) {
  const { t } = useTranslation(['push-and-listen', 'common', 'lessons']);
  const upload = useSoundUpload();

  async function submit(values: ItemFormValues, manner: SubmitManner): Promise<SubmitOutcome> {
    const sent = upload.settled();
    const audioId = sent === undefined ? values.audioId : (await sent)?.uploadPushAndListenAudio.id;
    if (!audioId) return { problems: { audioId: 'messages.soundNotSent' } };
    return onSave({ ...values, audioId }, manner);
  }

  return (
    <Form<ItemFormValues>
      guarded
      initialValues={item ? valuesOf(item) : newItemValues}
      rules={itemFormRules}
      onSubmit={submit}
    >
      {({ submitting }) => (
        <>
          {notice}
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
      current={item && { id: item.audioId, url: item.audioUrl, fileName: item.fileName }}
      upload={upload}
      recordingName={name}
      onFile={(file) => {
        if (name.trim() === '') form.change('name', nameOfFile(file.name));
      }}
    />
  );
}
