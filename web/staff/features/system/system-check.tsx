import { Error as Wrong, Tick, WarningSign } from '@blueprintjs/icons';
import { useTranslation } from 'react-i18next';
import i18next from 'i18next';
import type { SystemState, SystemChecksQuery } from '#web/staff/operations.generated.ts';

export type Check = SystemChecksQuery['systemChecks']['checks'][number];

type Words = (key: string, values: Readonly<Record<string, string>>) => string | undefined;

// A server newer than this page may report checks that the page has no words for; their names are shown instead.
const say: Words = (key, values) => {
  const text: unknown = i18next.getResource(i18next.language, 'system', key);
  return typeof text === 'string' ? text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? '') : undefined;
};

/** The title, the finding and the advice of a check, in the words of `npm run doctor`. */
export function wordsOf(check: Check): { readonly title: string; readonly text: string; readonly advice?: string } {
  const { check: name, finding, state } = check;
  const values = Object.fromEntries(check.values.map((each) => [each.name, each.value]));
  const key = finding === 'unanswered' ? finding : `${name}${finding.charAt(0).toUpperCase()}${finding.slice(1)}`;
  return {
    title: say(`${name}Title`, values) ?? name,
    text: say(key, values) ?? finding,
    advice: state === 'RIGHT' ? undefined : say(`${key}Advice`, values),
  };
}

const marks = {
  RIGHT: { icon: <Tick size={16} />, word: 'stateRight' },
  WARNING: { icon: <WarningSign size={16} />, word: 'stateWarning' },
  WRONG: { icon: <Wrong size={16} />, word: 'stateWrong' },
} as const satisfies Record<SystemState, unknown>;

/** One check: its result in words and as an icon, and the advice. */
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
