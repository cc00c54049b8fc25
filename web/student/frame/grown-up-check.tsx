import { useState } from 'react';
import { useWords, Words } from '#web/student/text/words.tsx';
import './grown-up-check.css';

const digits = [1, 2, 3, 4, 5, 6, 7, 8, 9] as const;
type Digit = (typeof digits)[number];

const length = 3;
const threeDigits = (): Digit[] =>
  [...digits]
    .map((digit) => ({ digit, order: Math.random() }))
    .sort((one, other) => one.order - other.order)
    .slice(0, length)
    .map(({ digit }) => digit);

/** Three numbers written as words, to be tapped as figures: easy for who reads well, closed for small children. */
export function GrownUpCheck({ onPassed }: { readonly onPassed: () => unknown }) {
  const { t } = useWords();
  const [wanted, setWanted] = useState(threeDigits);
  const [typed, setTyped] = useState<readonly Digit[]>([]);

  const press = (digit: Digit) => {
    const now = [...typed, digit];
    if (now.length < length) return setTyped(now);
    setTyped([]);
    if (now.every((one, index) => one === wanted[index])) onPassed();
    else setWanted(threeDigits());
  };

  return (
    <div className="grown-up">
      <p>
        <Words text={t('grownUpTask')} />
      </p>
      <p className="grown-up-words">{wanted.map((digit) => t(`digit-${digit}`)).join(t('digitSeparator'))}</p>
      <p className="grown-up-typed" role="status">
        {Array.from({ length }, (_, index) => (
          <span key={index} data-filled={index < typed.length || undefined}>
            {typed[index] ?? ''}
          </span>
        ))}
      </p>
      <div className="grown-up-pad">
        {digits.map((digit) => (
          <button key={digit} type="button" className="button" onClick={() => press(digit)}>
            {digit}
          </button>
        ))}
      </div>
    </div>
  );
}
