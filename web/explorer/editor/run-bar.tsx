import { useTranslation } from 'react-i18next';

interface RunBarProps {
  readonly names: readonly string[];
  readonly operationName: string | undefined;
  readonly onOperationName: (name: string) => void;
  readonly running: boolean;
  readonly onRun: () => void;
  readonly onStop: () => void;
}

/** Sends the draft, or stops the running request. If the draft has several operations, the user chooses one first. */
export function RunBar({ names, operationName, onOperationName, running, onRun, onStop }: RunBarProps) {
  const { t } = useTranslation('explorer');
  return (
    <div className="run-bar">
      {names.length > 1 && (
        <select
          aria-label={t('operation')}
          value={operationName}
          onChange={(event) => onOperationName(event.target.value)}
        >
          {names.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      )}
      <button type="button" className="run" title="Ctrl+Enter / ⌘+Enter" onClick={running ? onStop : onRun}>
        {running ? t('stop') : t('run')}
      </button>
    </div>
  );
}
