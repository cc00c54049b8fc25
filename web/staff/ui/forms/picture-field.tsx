import { Button } from '@blueprintjs/core';
import { Crop, Media } from '@blueprintjs/icons';
import { useRef, type ChangeEvent, useCallback, useEffect } from 'react';
import { useField } from 'react-final-form';
import { useTranslation } from 'react-i18next';
import { useUnsaved } from '#web/staff/platform/unsaved-work.ts';
import { isUnsent, type Upload } from '#web/staff/platform/uploads/use-upload.ts';
import { CropDialog, prepareCropping } from '#web/staff/ui/pictures/crop-dialog.tsx';
import { useCropping } from '#web/staff/ui/pictures/use-cropping.ts';
import { pictureTypes } from '#web/staff/ui/pictures/picture-choice.ts';
import { asItIs } from './as-it-is.ts';
import { FieldFrame, type FieldProps } from './field-frame.tsx';
import { PictureUpload } from './picture-upload.tsx';
import { useFileDrop } from './use-file-drop.ts';
import { useSeenFile } from './use-seen-file.ts';
import './picture-field.css';

interface PictureFieldProps<Data> extends FieldProps {
  /** The saved picture. */
  readonly current: { readonly id: string; readonly url: string } | undefined;
  readonly upload: Upload<Data>;
  /** Reads the picture's id from the upload's response. */
  readonly idOf: (data: Data) => string;
}

/** A picture that is cropped here and uploaded at once. The form saves the id from the upload's response. */
export function PictureField<Data>({ current, upload, idOf, ...field }: PictureFieldProps<Data>) {
  const { t } = useTranslation('forms');
  const { input } = useField<string | null>(field.name, { allowNull: true, format: asItIs });
  const dialog = useRef<HTMLInputElement>(null);
  const place = useRef<HTMLDivElement>(null);
  const stored = useSeenFile(current, input.value)?.url;
  const sentFile = upload.sent && idOf(upload.sent.data) === input.value ? upload.sent.file : undefined;
  // A newer version or a discarded draft puts another picture into the field: the sent file is of no use then.
  const isUsed = isUnsent(upload) || (upload.file !== undefined && upload.file === sentFile);
  // The server refused the type (415): browsers cannot show the file and would show a broken picture.
  const chosen = isUsed && upload.problem?.status !== 415 ? upload.file : undefined;
  const file = chosen ?? (stored === undefined ? sentFile : undefined);
  useUnsaved(isUnsent(upload));
  const isEmpty = file === undefined && input.value === null;

  async function take(sent: Promise<Data | undefined>): Promise<void> {
    const data = await sent;
    if (data !== undefined) input.onChange(idOf(data));
  }

  const cropping = useCropping({
    onMade: (file) => void take(upload.start(file)),
    onRefused: (file, refusal) => upload.refuse(file, { ...refusal, cancelled: false }),
  });
  const over = useFileDrop(place, ([file]) => file && cropping.choose(file));
  usePicturePaste(cropping.choose);

  function choose({ target }: ChangeEvent<HTMLInputElement>): void {
    const file = target.files?.[0];
    // An empty input lets the user choose the same file again after fixing it.
    target.value = '';
    if (file !== undefined) cropping.choose(file);
  }

  return (
    <FieldFrame {...field} group past={upload.problem ? undefined : 'messages.pictureNotSent'}>
      {({ id, 'aria-describedby': describedBy, 'aria-invalid': invalid }, labelId) => (
        <div
          ref={place}
          className="picture-field"
          role="group"
          aria-labelledby={labelId}
          aria-describedby={describedBy}
          data-over={over || undefined}
        >
          <span className="picture-frame">
            {file !== undefined && <FilePicture file={file} alt={field.label} />}
            {file === undefined && stored !== undefined && <img src={stored} alt={field.label} />}
            {isEmpty && <Media size={28} title={t('noPicture')} />}
            {!isEmpty && file === undefined && stored === undefined && t('pictureChosen')}
          </span>
          <div className="picture-side">
            <div className="picture-buttons">
              <Button
                id={id}
                // ARIA has no invalid state for buttons; the form finds its first bad field by this attribute.
                data-invalid={invalid || undefined}
                text={t(isEmpty ? 'choosePicture' : 'replacePicture')}
                onPointerEnter={prepareCropping}
                onFocus={prepareCropping}
                onClick={() => dialog.current?.click()}
              />
              {cropping.again && chosen !== undefined && upload.progress === undefined && (
                <Button icon={<Crop />} text={t('cropAgain')} onClick={cropping.again} />
              )}
              {(input.value !== null || isUsed) && upload.progress === undefined && (
                <Button
                  variant="minimal"
                  text={t('removePicture')}
                  onClick={() => {
                    upload.cancel();
                    cropping.forget();
                    input.onChange(null);
                  }}
                />
              )}
            </div>
            <input ref={dialog} type="file" hidden accept={pictureTypes.join(',')} onChange={choose} />
            <p className="picture-drop">{t('dropPicture')}</p>
            <PictureUpload
              upload={isUsed ? upload : { ...upload, file: undefined }}
              onRetry={() => void take(upload.retry())}
              onLeave={upload.cancel}
            />
          </div>
          {cropping.open && <CropDialog {...cropping.open} onUse={cropping.use} onCancel={cropping.cancel} />}
        </div>
      )}
    </FieldFrame>
  );
}

interface FilePictureProps {
  readonly file: Blob;
  readonly alt: string;
}

/** Shows a picture of this device before it is uploaded. */
export function FilePicture({ file, alt }: FilePictureProps) {
  const show = useCallback(
    (image: HTMLImageElement | null) => {
      if (image === null) return undefined;
      const url = URL.createObjectURL(file);
      image.src = url;
      return () => URL.revokeObjectURL(url);
    },
    [file],
  );
  return <img ref={show} alt={alt} />;
}

/** Takes a picture that is pasted anywhere on the page. Pasted text is left alone. */
export function usePicturePaste(take: (file: File) => void): void {
  const latest = useRef(take);
  useEffect(() => {
    latest.current = take;
  });

  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      const file = event.clipboardData?.files[0];
      const inDialog = document.querySelector('.bp6-dialog') !== null;
      if (file === undefined || inDialog || !file.type.startsWith('image/')) return;
      event.preventDefault();
      latest.current(file);
    };
    document.addEventListener('paste', paste);
    return () => document.removeEventListener('paste', paste);
  }, []);
}
