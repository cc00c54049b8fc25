import { Button } from '@blueprintjs/core';
import { History, Microphone, Upload as UploadIcon } from '@blueprintjs/icons';
import { useRef, useState, type ChangeEvent } from 'react';
import { useField } from 'react-final-form';
import { useTranslation } from 'react-i18next';
import { useUnsaved } from '#web/staff/platform/unsaved-work.ts';
import { isUnsent } from '#web/staff/platform/uploads/use-upload.ts';
import { latePart } from '#web/staff/ui/controls/late-part.tsx';
import { asItIs } from '#web/staff/ui/forms/as-it-is.ts';
import { FieldFrame, type FieldProps } from '#web/staff/ui/forms/field-frame.tsx';
import { PictureUpload } from '#web/staff/ui/forms/picture-upload.tsx';
import { useSeenFile } from '#web/staff/ui/forms/use-seen-file.ts';
import type { UploadSoundMutation } from '#web/staff/operations.generated.ts';
import { EarlierSounds } from './earlier-sounds.tsx';
import { refusalOfSound, soundTypes, type SoundUpload } from './sound-choice.ts';
import './sounds.css';

const recorder = latePart(async () => (await import('./sound-recorder.tsx')).SoundRecorder);

interface Sound {
  readonly id: string;
  readonly url: string;
  readonly fileName: string;
}

interface SoundFieldProps extends FieldProps {
  /** The saved sound, to be played. */
  readonly current: Sound | undefined;
  readonly upload: SoundUpload;
  /** The file name of a recording, without the extension. */
  readonly recordingName?: string;
  /** Called with the chosen or recorded file; other fields may take its name. */
  readonly onFile?: (file: { readonly name: string }) => void;
}

/** A sound that is uploaded when it is chosen or recorded, or an earlier sound. The form saves the sound's id. */
export function SoundField({ current, upload, recordingName, onFile, ...field }: SoundFieldProps) {
  const { t } = useTranslation('sounds');
  const { input } = useField<string | null>(field.name, { allowNull: true, format: asItIs, parse: asItIs });
  const [earlier, setEarlier] = useState<Sound>();
  const [open, setOpen] = useState<'recorder' | 'earlier'>();
  const dialog = useRef<HTMLInputElement>(null);
  const stored = useSeenFile<Sound>(current, input.value);
  const taken = [earlier, upload.sent?.data.uploadPushAndListenAudio].find((sound) => sound?.id === input.value);
  const heard = stored ?? taken;

  useUnsaved(isUnsent(upload));

  async function take(sent: Promise<UploadSoundMutation | undefined>): Promise<void> {
    const sound = (await sent)?.uploadPushAndListenAudio;
    if (sound !== undefined) input.onChange(sound.id);
  }

  function send(file: File): void {
    setOpen(undefined);
    const refusal = refusalOfSound(file);
    if (refusal !== undefined) return upload.refuse(file, refusal);
    onFile?.(file);
    void take(upload.start(file));
  }

  function choose({ target }: ChangeEvent<HTMLInputElement>): void {
    const file = target.files?.[0];
    // An empty input lets the user choose the same file again after fixing it.
    target.value = '';
    if (file !== undefined) send(file);
  }

  return (
    <FieldFrame {...field} group past={upload.problem ? undefined : 'messages.soundNotSent'}>
      {({ id, 'aria-describedby': describedBy, 'aria-invalid': invalid }, labelId) => (
        <div className="sound-field" role="group" aria-labelledby={labelId} aria-describedby={describedBy}>
          {heard !== undefined && (
            <div className="sound-heard">
              <audio src={heard.url} controls preload="none" aria-label={heard.fileName} />
              <span>{heard.fileName}</span>
            </div>
          )}
          {heard === undefined && input.value !== null && <p>{t('soundChosen')}</p>}
          <div className="sound-buttons">
            <Button
              id={id}
              icon={<UploadIcon />}
              text={t('chooseFile')}
              // ARIA knows no invalid button; the form finds the first bad field by it.
              data-invalid={invalid || undefined}
              onClick={() => dialog.current?.click()}
            />
            <Button
              icon={<Microphone />}
              text={t('recordHere')}
              onPointerEnter={recorder.prepare}
              onFocus={recorder.prepare}
              onClick={() => setOpen('recorder')}
            />
            <Button icon={<History />} text={t('earlier')} onClick={() => setOpen('earlier')} />
            {input.value !== null && !field.required && (
              <Button
                variant="minimal"
                text={t('removeSound')}
                onClick={() => {
                  upload.cancel();
                  input.onChange(null);
                }}
              />
            )}
          </div>
          <input ref={dialog} type="file" hidden accept={soundTypes} onChange={choose} />
          {open === 'recorder' && (
            <recorder.Part
              fileName={recordingName?.trim() || t('recording')}
              onUse={send}
              onCancel={() => setOpen(undefined)}
            />
          )}
          {open === 'earlier' && (
            <EarlierSounds
              onPick={(sound) => {
                setOpen(undefined);
                upload.cancel();
                setEarlier(sound);
                onFile?.({ name: sound.fileName });
                input.onChange(sound.id);
              }}
            />
          )}
          <PictureUpload upload={upload} onRetry={() => void take(upload.retry())} onLeave={upload.cancel} />
        </div>
      )}
    </FieldFrame>
  );
}
