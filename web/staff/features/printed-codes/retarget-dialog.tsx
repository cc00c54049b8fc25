import { Button, Dialog } from '@blueprintjs/core';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { unmask } from '#web/shared/apollo/masks.ts';
import { showToast } from '#web/staff/platform/toasts/toast-store.ts';
import {
  useRetargetPrintedCodeMutation,
  type PrintedCodeRowFragment,
  type PrintedThingFactsFragment,
} from '#web/staff/operations.generated.ts';
import { PrintedNote } from './printed-note.tsx';
import { TargetPicker } from './target-picker.tsx';
import { Thing } from './thing.tsx';
import { usePrintLock } from './use-print-lock.ts';
import { useThingWords } from './use-thing-words.ts';
import '#web/staff/ui/controls/confirm.css';
import '#web/staff/features/classes/changes/class-dialogs.css';

interface RetargetDialogProps {
  readonly row: PrintedCodeRowFragment;
  readonly textBookId: string;
  /** True to restore the code's original target; otherwise the dialog asks for a target. */
  readonly back: boolean;
  readonly onClose: () => void;
}

/** Changes the target of a printed code. The dialog shows the old and the new target. */
export function RetargetDialog({ row, textBookId, back, onClose }: RetargetDialogProps) {
  const { t } = useTranslation(['printed-codes', 'common']);
  const { nameOf } = useThingWords();
  const titleId = useId();
  const [chosen, setChosen] = useState<PrintedCodeRowFragment>();
  const [retarget, { loading }] = useRetargetPrintedCodeMutation();
  const { id, code, otherCodes, version, printedFor, opensInstead } = row;
  const { edition, unlock, unlocking } = usePrintLock(textBookId);
  const target = back ? row : chosen;
  const opened = target && unmask<PrintedThingFactsFragment>(target.printedFor);

  async function save(): Promise<void> {
    if (!target || !(await unlock())) return;
    try {
      await retarget({ variables: { input: { id, version, targetId: target.id } } });
    } catch {
      // The error link has shown the problem.
      return;
    }
    showToast({ message: t('changed', { code, name: nameOf(target.printedFor) }), severity: 'success' });
    onClose();
  }

  return (
    <Dialog isOpen onClose={onClose} className="confirm class-dialog retarget-dialog" aria-labelledby={titleId}>
      <h2 id={titleId}>{t('changeTitle', { name: nameOf(printedFor) })}</h2>
      <p className="confirm-text">{t('changeText', { codes: [code, ...otherCodes].join(', ') })}</p>
      <dl className="retarget-facts">
        <dt>{t('printedFor')}</dt>
        <dd>
          <Thing thing={printedFor} />
        </dd>
        <dt>{t('opensNow')}</dt>
        <dd>
          <Thing thing={opensInstead ?? printedFor} />
        </dd>
        <dt>{t('willOpen')}</dt>
        <dd aria-live="polite">{target ? <Thing thing={target.printedFor} /> : t('notChosen')}</dd>
      </dl>
      {!back && <TargetPicker textBookId={textBookId} without={id} chosen={chosen} onChoose={setChosen} />}
      {opened?.deleted === false && !opened.published && <p>{t('draftText')}</p>}
      {opened?.deleted && <p>{t('deletedText')}</p>}
      <PrintedNote edition={edition} />
      <div className="confirm-buttons">
        <Button text={t('common.cancel')} onClick={onClose} disabled={loading} />
        <Button
          intent="primary"
          text={t(edition ? 'unlockAndChange' : 'change')}
          disabled={!target || loading || unlocking}
          onClick={() => void save()}
        />
      </div>
    </Dialog>
  );
}
