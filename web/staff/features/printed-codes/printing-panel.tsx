import { Button } from '@blueprintjs/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { unmask, type Masked } from '#web/shared/apollo/masks.ts';
import { dayInWords, timeInWords } from '#web/shared/i18n/days.ts';
import {
  useSetPrintLockMutation,
  useTextBookPrintingQuery,
  type CodeChangesFactsFragment,
  type PrintingFactsFragment,
} from '#web/staff/operations.generated.ts';
import { StatusMark } from '#web/staff/ui/lists/status-mark.tsx';
import { AddEdition } from './add-edition.tsx';
import './printing-panel.css';

/** The printed editions of a textbook, what changed since, and the lock that keeps printed codes as they are. */
export function PrintingPanel({ textBookId }: { readonly textBookId: string }) {
  const { t, i18n } = useTranslation('printed-codes');
  const changesInWords = useChangeWords();
  const [adding, setAdding] = useState(false);
  const { data } = useTextBookPrintingQuery({ variables: { textBookId } });
  const [setLock, { loading }] = useSetPrintLockMutation();
  if (!data) return null;
  const { locked, unlockedUntil, editions, changes } = unmask<PrintingFactsFragment>(data.textBookPrinting);
  const lock = (value: boolean) =>
    void setLock({ variables: { input: { textBookId, locked: value } } }).catch(() => {
      // The error link has shown the problem.
    });
  return (
    <section className="panel printing" aria-label={t('printing')}>
      <header>
        <h2>{t('printing')}</h2>
        {locked && <StatusMark tone="good">{t('locked')}</StatusMark>}
        {unlockedUntil !== null && (
          <StatusMark tone="waiting">
            {t('unlockedUntil', { time: timeInWords(unlockedUntil, i18n.language) })}
          </StatusMark>
        )}
      </header>
      <p>{t(editions.length === 0 ? 'neverPrinted' : locked ? 'lockedText' : 'unlockedText')}</p>
      {editions.length > 0 && (
        <ul className="editions">
          {changes && (
            <li>
              <strong>{t('sinceThen')}</strong>
              <span>{changesInWords(changes)}</span>
            </li>
          )}
          {editions.map((edition) => (
            <li key={edition.id}>
              <strong>{edition.name}</strong>
              <span>
                {[
                  dayInWords(edition.printedOn, i18n.language),
                  t('codesThen', { count: edition.codeCount }),
                  edition.changes && changesInWords(edition.changes),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </li>
          ))}
        </ul>
      )}
      <div className="printing-buttons">
        <Button text={t('markPrintedButton')} onClick={() => setAdding(true)} />
        {locked && <Button text={t('unlock')} disabled={loading} onClick={() => lock(false)} />}
        {unlockedUntil !== null && <Button text={t('lockAgain')} disabled={loading} onClick={() => lock(true)} />}
      </div>
      {adding && <AddEdition textBookId={textBookId} number={editions.length + 1} onClose={() => setAdding(false)} />}
    </section>
  );
}

/** The changes in words: "2 new, 1 gone". Counts of 0 are left out. */
function useChangeWords() {
  const { t } = useTranslation('printed-codes');
  return (changes: Masked<CodeChangesFactsFragment>): string => {
    const { added, retargeted, gone } = unmask<CodeChangesFactsFragment>(changes);
    const parts = [
      added > 0 && t('changesAdded', { count: added }),
      retargeted > 0 && t('changesRetargeted', { count: retargeted }),
      gone > 0 && t('changesGone', { count: gone }),
    ].filter((part) => part !== false);
    return parts.length > 0 ? parts.join(t('listComma')) : t('changesNone');
  };
}
