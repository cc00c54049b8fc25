import { useRef, useState } from 'react';
import { refusalOfPicture, unreadable, type Refusal } from './picture-choice.ts';
import { wholeArea } from './area.ts';
import { prepareCropping } from './crop-dialog.tsx';
import { makePicture, type ChosenPicture, type PictureEdit } from './make-picture.ts';

const untouched: PictureEdit = { area: wholeArea, turns: 0 };

interface Kept {
  readonly picture: ChosenPicture;
  readonly edit: PictureEdit;
}

interface CroppingParts {
  /** Takes the cropped file, ready to upload. */
  readonly onMade: (file: File) => void;
  readonly onRefused: (file: File, refusal: Refusal) => void;
}

/** Leads from a chosen file through the crop dialog to the cropped file. Keeps the original for another crop. */
export function useCropping({ onMade, onRefused }: CroppingParts) {
  const [kept, setKept] = useState<Kept>();
  // The picture in the dialog; undefined while the dialog is closed.
  const [open, setOpen] = useState<Kept>();
  // The crop in progress. A changed or empty value tells a finished crop that the user has cancelled it.
  const making = useRef<Kept>(undefined);

  async function choose(file: File): Promise<void> {
    const refusal = refusalOfPicture(file);
    if (refusal !== undefined) return onRefused(file, refusal);
    // A dropped or pasted file causes no prefetch on the button, so the dialog's code loads while the picture decodes.
    prepareCropping();
    try {
      setOpen({ picture: { file, bitmap: await createImageBitmap(file) }, edit: untouched });
    } catch {
      onRefused(file, unreadable);
    }
  }

  // The dialog stays open until the upload starts: a form saved earlier would save the old picture.
  async function use(edit: PictureEdit): Promise<void> {
    if (open === undefined || making.current === open) return;
    making.current = open;
    const { picture } = open;
    const made = await makePicture(picture, edit).catch(() => undefined);
    if (making.current !== open) return;
    close();
    if (made === undefined) return onRefused(picture.file, unreadable);
    setKept({ picture, edit });
    onMade(made);
  }

  function close(): void {
    making.current = undefined;
    setOpen(undefined);
  }

  return {
    open,
    choose: (file: File) => void choose(file),
    use: (edit: PictureEdit) => void use(edit),
    cancel: close,
    /** Opens the original again; undefined while no original is kept. */
    again: kept && (() => setOpen(kept)),
    forget: () => setKept(undefined),
  };
}
