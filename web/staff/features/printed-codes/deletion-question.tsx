import { Button } from '@blueprintjs/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { paths } from '#web/paths.ts';
import { Confirm } from '#web/staff/ui/controls/confirm.tsx';
import { usePrintedCodesBrokenByQuery, type PrintedCodeRowFragment } from '#web/staff/operations.generated.ts';
import { PrintedNote } from './printed-note.tsx';
import { RetargetDialog } from './retarget-dialog.tsx';
import { Thing } from './thing.tsx';
import { usePrintLock } from './use-print-lock.ts';
import { useThingWords } from './use-thing-words.ts';
import './printed-codes.css';

/** As many as fit on a phone. */
const namesShown = 4;

interface DeletionQuestionProps {
  readonly id: string;
  readonly name: string;
  readonly textBookId: string;
  readonly answer: (yes: boolean) => void;
}

/** Asks before a deletion: which printed codes break, how often they were used lately, and what they could open instead. */
export function DeletionQuestion({ id, name, textBookId, answer }: DeletionQuestionProps) {
  const { t } = useTranslation(['printed-codes', 'common']);
  const { nameOf } = useThingWords();
  const [changing, setChanging] = useState<PrintedCodeRowFragment>();
  const { edition, unlock, unlocking } = usePrintLock(textBookId);
  const { data, refetch } = usePrintedCodesBrokenByQuery({ variables: { ids: [id] } });
  const { items = [], totalCount = 0, recentUseCount = 0 } = data?.printedCodesBrokenBy ?? {};

  if (changing) {
    return (
      <RetargetDialog
        row={changing}
        back={false}
        textBookId={textBookId}
        onClose={() => {
          setChanging(undefined);
          void refetch();
        }}
      />
    );
  }
  return (
    <Confirm
      isOpen
      title={t('deleteTitle', { name })}
      text={
        <>
          <p>{totalCount === 0 ? t('breaksNone') : t('breaks', { count: totalCount })}</p>
          {totalCount > 0 && (
            <p>{recentUseCount === 0 ? t('notUsedLately') : t('usedLately', { count: recentUseCount })}</p>
          )}
          <PrintedNote edition={edition} />
          <ul className="broken-codes">
            {items.slice(0, namesShown).map((row) => (
              <li key={row.id}>
                <Thing thing={row.printedFor} />
                <small className="broken-facts">
                  {[row.code, ...row.otherCodes].join(', ')} · {t('lately', { count: row.recentUseCount })}
                </small>
                <Button
                  size="small"
                  text={t('retarget')}
                  aria-label={t('retargetOf', { name: nameOf(row.printedFor) })}
                  onClick={() => setChanging(row)}
                />
              </li>
            ))}
          </ul>
          {totalCount > namesShown && (
            <p>
              <Link to={paths.printedCodes(textBookId)} onClick={() => answer(false)}>
                {t('moreBroken', { count: totalCount - namesShown })}
              </Link>
            </p>
          )}
        </>
      }
      confirmText={t(edition ? 'unlockAndDelete' : 'delete')}
      busy={unlocking}
      cancelText={t('common.cancel')}
      onConfirm={() => void unlock().then((unlocked) => unlocked && answer(true))}
      onCancel={() => answer(false)}
    />
  );
}
