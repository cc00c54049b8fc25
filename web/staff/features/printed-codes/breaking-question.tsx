import { Button } from '@blueprintjs/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { unmask, type Masked } from '#web/shared/apollo/masks.ts';
import { paths } from '#web/paths.ts';
import { instantInWords } from '#web/shared/i18n/days.ts';
import { Confirm } from '#web/staff/ui/controls/confirm.tsx';
import {
  usePrintedCodesBrokenByQuery,
  type PrintedCodeBreak,
  type PrintedCodeRowFragment,
} from '#web/staff/operations.generated.ts';
import { PrintedNote } from './printed-note.tsx';
import { RetargetDialog } from './retarget-dialog.tsx';
import { Thing } from './thing.tsx';
import { usePrintLock } from './use-print-lock.ts';
import { useThingWords } from './use-thing-words.ts';
import './printed-codes.css';

/** The number of names that fit on a phone. */
const namesShown = 4;

/** An intended change of a textbook, a unit or a content that can break printed codes. */
export interface Breaking {
  readonly by: PrintedCodeBreak;
  readonly id: string;
  readonly name: string;
  readonly textBookId: string;
}

interface BreakingQuestionProps extends Breaking {
  readonly answer: (yes: boolean) => void;
}

/** Asks before a change. Lists the printed codes that break, their recent uses and a way to give them a new target. */
export function BreakingQuestion({ by, id, name, textBookId, answer }: BreakingQuestionProps) {
  const { t } = useTranslation(['printed-codes', 'common']);
  const [changing, setChanging] = useState<PrintedCodeRowFragment>();
  const { edition, unlock, unlocking } = usePrintLock(textBookId);
  const { data, refetch } = usePrintedCodesBrokenByQuery({ variables: { ids: [id], by } });
  const { items = [], totalCount = 0, ...uses } = data?.printedCodesBrokenBy ?? {};
  const isNewCode = by === 'NEW_QR_CODE';

  if (changing) {
    return (
      <RetargetDialog
        row={changing}
        to="another"
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
      title={t(`title-${by}`, { name })}
      text={
        <>
          <p>{totalCount === 0 && !isNewCode ? t('breaksNone') : t(`breaks-${by}`, { count: totalCount })}</p>
          {(totalCount > 0 || isNewCode) && <Uses {...uses} />}
          {isNewCode && <p>{t('newCodeStays')}</p>}
          <PrintedNote edition={edition} />
          {!isNewCode && <BrokenCodes items={items} onRetarget={setChanging} />}
          {!isNewCode && totalCount > namesShown && (
            <p>
              <Link to={paths.printedCodes(textBookId)} onClick={() => answer(false)}>
                {t('moreBroken', { count: totalCount - namesShown })}
              </Link>
            </p>
          )}
        </>
      }
      confirmText={t(edition ? `unlockAnd-${by}` : `confirm-${by}`)}
      busy={unlocking}
      cancelText={t('common.cancel')}
      onConfirm={() => void unlock().then((unlocked) => unlocked && answer(true))}
      onCancel={() => answer(false)}
    />
  );
}

interface UsesProps {
  readonly recentUseCount?: number;
  readonly lastUsedAt?: string | null;
}

/** The number of recent uses of the codes, and the day of the last use. */
function Uses({ recentUseCount = 0, lastUsedAt = null }: UsesProps) {
  const { t, i18n } = useTranslation('printed-codes');
  if (lastUsedAt === null) return <p>{t('neverUsed')}</p>;
  const lately = recentUseCount === 0 ? t('notUsedLately') : t('usedLately', { count: recentUseCount });
  return (
    <p>
      {lately} {t('lastUsed', { when: instantInWords(lastUsedAt, i18n.language) })}
    </p>
  );
}

interface BrokenCodesProps {
  readonly items: readonly Masked<PrintedCodeRowFragment>[];
  readonly onRetarget: (row: PrintedCodeRowFragment) => void;
}

function BrokenCodes({ items, onRetarget }: BrokenCodesProps) {
  const { t } = useTranslation('printed-codes');
  const { nameOf } = useThingWords();
  return (
    <ul className="broken-codes">
      {unmask<PrintedCodeRowFragment>(items.slice(0, namesShown)).map((row) => (
        <li key={row.id}>
          <Thing thing={row.printedFor} />
          <small className="broken-facts">
            {[row.code, ...row.otherCodes].join(', ')} · {t('lately', { count: row.recentUseCount })}
          </small>
          <Button
            size="small"
            text={t('retarget')}
            aria-label={t('retargetOf', { name: nameOf(row.printedFor) })}
            onClick={() => onRetarget(row)}
          />
        </li>
      ))}
    </ul>
  );
}
