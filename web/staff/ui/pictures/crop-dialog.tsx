import { Dialog } from '@blueprintjs/core';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { latePart } from '#web/staff/ui/controls/late-part.tsx';
import type { CropDeskProps } from './crop-desk.tsx';
import './crop-dialog.css';

const desk = latePart(async () => (await import('./crop-desk.tsx')).CropDesk);

/** Prefetches the dialog's code when the user is about to choose a picture. */
export const prepareCropping = desk.prepare;

/** Cuts and turns a picture before it is sent. */
export function CropDialog(props: CropDeskProps) {
  const { t } = useTranslation('forms');
  const id = useId();
  return (
    <Dialog
      isOpen
      onClose={props.onCancel}
      className="crop-dialog"
      aria-labelledby={`${id}-title`}
      canOutsideClickClose={false}
    >
      <h2 id={`${id}-title`}>{t('cropTitle')}</h2>
      <desk.Part {...props} />
    </Dialog>
  );
}
