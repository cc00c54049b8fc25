import { Button } from '@blueprintjs/core';
import { Archive, Calendar, Duplicate, Play } from '@blueprintjs/icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Selection } from '#web/staff/ui/lists/selection.ts';
import type { ClassStatus } from '#web/staff/operations.generated.ts';
import { CopyClassesDialog } from '#web/staff/features/classes/copy/copy-classes-dialog.tsx';
import { ExtendDialog } from '#web/staff/features/classes/changes/extend-dialog.tsx';
import { useClassChanges } from '#web/staff/features/classes/changes/use-class-changes.ts';

/** The bulk actions on the ticked classes. */
export function ClassBulk({ selection }: { readonly selection: Selection }) {
  const { t } = useTranslation('classes');
  const { setStatuses } = useClassChanges();
  const [asking, setAsking] = useState<'extend' | 'copy'>();
  const [busy, setBusy] = useState(false);
  const close = () => setAsking(undefined);

  async function run(status: ClassStatus): Promise<void> {
    setBusy(true);
    try {
      await setStatuses(await selection.ids(), status);
      selection.clear();
    } catch {
      // The error link has shown the problem; the ticks stay for another try.
    }
    setBusy(false);
  }

  return (
    <>
      <Button icon={<Archive />} text={t('archive')} disabled={busy} onClick={() => run('INACTIVE')} />
      <Button icon={<Play />} text={t('activate')} disabled={busy} onClick={() => run('ACTIVE')} />
      <Button icon={<Calendar />} text={t('extend')} onClick={() => setAsking('extend')} />
      <Button icon={<Duplicate />} text={t('copyToNextYear')} onClick={() => setAsking('copy')} />
      {asking === 'extend' && <ExtendDialog selection={selection} onClose={close} />}
      {asking === 'copy' && <CopyClassesDialog selection={selection} onClose={close} />}
    </>
  );
}
