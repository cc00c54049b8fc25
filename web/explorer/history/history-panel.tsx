import { useTranslation } from 'react-i18next';
import type { HistoryEntry } from './history.ts';

interface HistoryPanelProps {
  readonly entries: readonly HistoryEntry[];
  /** Whether there is a user whose requests are stored. */
  readonly isKept: boolean;
  readonly onChoose: (entry: HistoryEntry) => void;
  readonly onForget: () => void;
}

/** The user's requests from this browser, which can be loaded into the editors again. */
export function HistoryPanel({ entries, isKept, onChoose, onForget }: HistoryPanelProps) {
  const { t } = useTranslation('explorer');
  return (
    <>
      <p className="hint">{t('historyHint')}</p>
      {entries.length === 0 ? (
        <p>{t(isKept ? 'historyEmpty' : 'historyNobody')}</p>
      ) : (
        <>
          <ol className="history">
            {entries.map((entry) => (
              <li key={`${entry.query}\0${entry.variables}`}>
                <button type="button" onClick={() => onChoose(entry)}>
                  <code>{entry.query.replaceAll(/\s+/g, ' ').trim().slice(0, 90)}</code>
                </button>
              </li>
            ))}
          </ol>
          <button type="button" className="small" onClick={onForget}>
            {t('historyForget')}
          </button>
        </>
      )}
    </>
  );
}
