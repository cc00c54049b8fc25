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
  /** What was made of the picture, to be sent. */
  readonly onMade: (file: File) => void;
  readonly onRefused: (file: File, refusal: Refusal) => void;
}

/** From a chosen file over the crop dialog to the file that is sent; the original is kept, to be cropped once more. */
export function useCropping({ onMade, onRefused }: CroppingParts) {
  const [kept, setKept] = useState<Kept>();
  // What the dialog shows; undefined while it is closed.
  const [open, setOpen] = useState<Kept>();
  // What is being made of which picture; another one, or none, when it was given up meanwhile.
  const making = useRef<Kept>(undefined);

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

  // The dialog stays until the picture is made and on its way: a form that was saved before that would save the old one.
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
    /** Undefined while there is nothing to be cropped once more. */
    again: kept && (() => setOpen(kept)),
    forget: () => setKept(undefined),
  };
}
