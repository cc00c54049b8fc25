import { useState } from 'react';
import { refusalOfPicture, unreadable, type Refusal } from '#web/staff/forms/picture-choice.ts';
import { wholeArea } from './area.ts';
import { prepareCropping } from './crop-dialog.tsx';
import { makePicture, type ChosenPicture, type PictureEdit } from './make-picture.ts';

const untouched: PictureEdit = { area: wholeArea, turns: 0 };

interface Kept {
  readonly picture: ChosenPicture;
  readonly edit: PictureEdit;
}

interface CroppingParts {
  /** What was made of the picture, to be sent. */
  readonly onMade: (file: File) => void;
  readonly onRefused: (file: File, refusal: Refusal) => void;
}

/** From a chosen file over the crop dialog to the file that is sent; the original is kept, to be cropped once more. */
export function useCropping({ onMade, onRefused }: CroppingParts) {
  const [kept, setKept] = useState<Kept>();
  // What the dialog shows; undefined while it is closed.
  const [open, setOpen] = useState<Kept>();

  async function choose(file: File): Promise<void> {
    const refusal = refusalOfPicture(file);
    if (refusal !== undefined) return onRefused(file, refusal);
    // A file that was dropped or pasted came without a pointer on the button; both take their time together.
    prepareCropping();
    try {
      setOpen({ picture: { file, bitmap: await createImageBitmap(file) }, edit: untouched });
    } catch {
      onRefused(file, unreadable);
    }
  }

  async function use(edit: PictureEdit): Promise<void> {
    if (open === undefined) return;
    const { picture } = open;
    setOpen(undefined);
    try {
      const made = await makePicture(picture, edit);
      setKept({ picture, edit });
      onMade(made);
    } catch {
      onRefused(picture.file, unreadable);
    }
  }

  return {
    open,
    choose: (file: File) => void choose(file),
    use: (edit: PictureEdit) => void use(edit),
    cancel: () => setOpen(undefined),
    /** Undefined while there is nothing to be cropped once more. */
    again: kept && (() => setOpen(kept)),
    forget: () => setKept(undefined),
  };
}
