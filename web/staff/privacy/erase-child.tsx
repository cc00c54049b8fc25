import { Button } from '@blueprintjs/core';
import { Trash } from '@blueprintjs/icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PrivacyCardPartsFragment } from '#web/staff/operations.generated.ts';
import { EraseDialog } from './erase-dialog.tsx';

type Found = Pick<PrivacyCardPartsFragment, 'id' | 'name'>;

/** What erasing means, and the way to it. */
export function EraseChild({ found }: { readonly found: Found }) {
  const { t } = useTranslation('privacy');
  const [asking, setAsking] = useState(false);
  return (
    <section className="panel" aria-labelledby="erase-title">
      <h2 id="erase-title">{t('erase')}</h2>
      <p className="privacy-note">{t('eraseText')}</p>
      <Button intent="danger" icon={<Trash />} text={t('eraseButton')} onClick={() => setAsking(true)} />
      <EraseDialog found={found} isOpen={asking} onClose={() => setAsking(false)} />
    </section>
  );
}
