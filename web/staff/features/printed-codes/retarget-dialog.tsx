import { Dialog } from '@blueprintjs/core';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { retargetRules, type RetargetValues } from '#schema/rules/printed-codes.ts';
import { unmask } from '#web/shared/apollo/masks.ts';
import { problemOf } from '#web/shared/apollo/problem.ts';
import { dayInWords } from '#web/shared/i18n/days.ts';
import { ownProblems } from '#web/staff/platform/apollo/problem-link.ts';
import { showToast } from '#web/staff/platform/toasts/toast-store.ts';
import { DateField } from '#web/staff/ui/forms/date-field.tsx';
import { FormButtons } from '#web/staff/ui/forms/form-buttons.tsx';
import { refusedBy, type SubmitOutcome } from '#web/staff/ui/forms/form-problems.ts';
import { Form } from '#web/staff/ui/forms/form.tsx';
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
import '#web/staff/ui/forms/form-cards.css';
import '#web/staff/ui/controls/confirm.css';
import '#web/staff/features/classes/changes/class-dialogs.css';

/** The target to set: one to choose, the code's original one, or the one of now, which drops a planned change. */
export type RetargetedTo = 'another' | 'own' | 'current';

interface RetargetDialogProps {
  readonly row: PrintedCodeRowFragment;
  readonly textBookId: string;
  readonly to: RetargetedTo;
  readonly onClose: () => void;
}

/** Changes the target of a printed code, at once or from a day on. The dialog shows the old and the new target. */
export function RetargetDialog({ row, textBookId, to, onClose }: RetargetDialogProps) {
  const { t, i18n } = useTranslation('printed-codes');
  const { nameOf } = useThingWords();
  const titleId = useId();
  const [chosen, setChosen] = useState<PrintedCodeRowFragment>();
  const [retarget] = useRetargetPrintedCodeMutation(ownProblems);
  const { id, code, otherCodes, version, printedFor, opensInstead } = row;
  const { edition, unlock } = usePrintLock(textBookId);
  const target = targetOf(row, to, chosen);
  const opened = target && unmask<PrintedThingFactsFragment>(target.thing);

  async function save({ from }: RetargetValues): Promise<SubmitOutcome> {
    if (!target) return { problems: { form: t('chooseTarget') } };
    if (!(await unlock())) return { problems: {} };
    try {
      await retarget({ variables: { input: { id, version, targetId: target.id, from: from || null } } });
    } catch (error) {
      return refusedBy(problemOf(error));
    }
    const name = nameOf(target.thing);
    const when = dayInWords(from, i18n.language);
    const message = from
      ? t('planned', { code, name, when })
      : t(to === 'current' ? 'planDropped' : 'changed', { code, name });
    return {
      saved: () => {
        showToast({ message, severity: 'success' });
        onClose();
      },
    };
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
        <dd aria-live="polite">{target ? <Thing thing={target.thing} /> : t('notChosen')}</dd>
      </dl>
      {to === 'another' && <TargetPicker textBookId={textBookId} without={id} chosen={chosen} onChoose={setChosen} />}
      {opened?.deleted === false && !opened.published && <p>{t('draftText')}</p>}
      {opened?.deleted && <p>{t('deletedText')}</p>}
      <PrintedNote edition={edition} />
      <Form<RetargetValues> guarded initialValues={{ from: '' }} rules={retargetRules} onSubmit={save}>
        {({ submitting }) => (
          <>
            {to !== 'current' && <DateField name="from" label={t('changeFrom')} hint={t('changeFromHint')} />}
            <FormButtons
              submitting={submitting}
              submitText={t(edition ? 'unlockAndChange' : to === 'current' ? 'dropPlanButton' : 'change')}
              onCancel={onClose}
            />
          </>
        )}
      </Form>
    </Dialog>
  );
}

/** The printed code whose original target the row's codes are to open; undefined until one is chosen. */
function targetOf(row: PrintedCodeRowFragment, to: RetargetedTo, chosen: PrintedCodeRowFragment | undefined) {
  const { id, targetId, printedFor, opensInstead } = row;
  if (to === 'another') return chosen && { id: chosen.id, thing: chosen.printedFor };
  return to === 'own' ? { id, thing: printedFor } : { id: targetId, thing: opensInstead ?? printedFor };
}
