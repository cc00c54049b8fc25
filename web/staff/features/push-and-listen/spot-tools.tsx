import { Button } from '@blueprintjs/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AreaValues } from '#web/staff/ui/pictures/area-values.tsx';
import type { Area } from '#web/staff/ui/pictures/area.ts';
import { spotMinimum } from './spot-page.tsx';

interface SpotToolsProps {
  readonly name: string;
  readonly spot: Area | null;
  readonly onChange: (spot: Area | null) => void;
  readonly onSave: () => Promise<void>;
  readonly onCancel: () => void;
}

/** The first position of a new spot, for keyboard users. */
const first: Area = { x: 40, y: 40, width: 20, height: 12 };

/** The toolbar while a spot is drawn: instructions, the spot in numbers, save and cancel. */
export function SpotTools({ name, spot, onChange, onSave, onCancel }: SpotToolsProps) {
  const { t } = useTranslation(['push-and-listen', 'common']);
  const [saving, setSaving] = useState(false);
  async function save(): Promise<void> {
    setSaving(true);
    await onSave();
    setSaving(false);
  }
  return (
    <section className="spot-tools" aria-label={t('spotOf', { name })}>
      <h2>{t('spotOf', { name })}</h2>
      <p id="spot-hint" className="field-hint">
        {t('spotHint')}
      </p>
      {spot === null ? (
        <Button text={t('placeSpot')} onClick={() => onChange(first)} />
      ) : (
        <AreaValues label={t('spotValues')} area={spot} minimum={spotMinimum} onChange={onChange} />
      )}
      <div className="sound-buttons">
        <Button intent="primary" text={t('saveSpot')} disabled={saving} onClick={() => void save()} />
        {spot !== null && <Button text={t('removeSpot')} onClick={() => onChange(null)} />}
        <Button variant="minimal" text={t('common.cancel')} onClick={onCancel} />
      </div>
    </section>
  );
}
