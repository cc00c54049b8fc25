import { Error as Wrong, Tick, WarningSign } from '@blueprintjs/icons';
import { useTranslation } from 'react-i18next';
import type { SystemState } from '#web/staff/operations.generated.ts';
import { type Check, wordsOf } from './system-words.ts';

const marks = {
  RIGHT: { icon: <Tick size={16} />, word: 'stateRight' },
  WARNING: { icon: <WarningSign size={16} />, word: 'stateWarning' },
  WRONG: { icon: <Wrong size={16} />, word: 'stateWrong' },
} as const satisfies Record<SystemState, unknown>;

/** One check: how it ended, in words and a sign, and what to do. */
export function SystemCheck({ check }: { readonly check: Check }) {
  const { t } = useTranslation('system');
  const { icon, word } = marks[check.state];
  const { title, text, advice } = wordsOf(check);
  return (
    <li className={`system-check system-${check.state.toLowerCase()}`}>
      <span className="system-mark" aria-hidden="true">
        {icon}
      </span>
      <div>
        <h3>
          {title} <span className="system-state">{t(word)}</span>
        </h3>
        <p>{text}</p>
        {advice !== undefined && (
          <p className="system-advice">
            <strong>{t('whatToDo')}</strong> {advice}
          </p>
        )}
      </div>
    </li>
  );
}
