import { useState, type ReactNode } from 'react';
import { useWords, Words } from '#web/student/ui/text/words.tsx';
import './grown-up-check.css';

const digits = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '0'] as const;

/** The number of digits of every product below. */
const length = 3;

interface Task {
  readonly tens: number;
  readonly ones: number;
}

/** Products beyond the multiplication tables that children learn: 13 to 19 times 8 or 9. */
const newTask = (): Task => ({ tens: 13 + Math.floor(Math.random() * 7), ones: 8 + Math.floor(Math.random() * 2) });

interface GrownUpCheckProps {
  readonly onPassed: () => unknown;
  /** What a grown-up must know before the sum. */
  readonly children?: ReactNode;
}

/** Asks for a product that grown-ups can calculate and small children who can read cannot. */
export function GrownUpCheck({ onPassed, children }: GrownUpCheckProps) {
  const { t } = useWords();
  const [{ tens, ones }, setTask] = useState(newTask);
  const [typed, setTyped] = useState('');

  const press = (digit: string) => {
    const now = typed + digit;
    if (now.length < length) return setTyped(now);
    setTyped('');
    if (Number(now) === tens * ones) onPassed();
    else setTask(newTask());
  };

  return (
    <div className="grown-up">
      {children}
      <p>
        <Words text={t('grownUpTask')} />
      </p>
      <p className="grown-up-words">
        {tens} × {ones}
      </p>
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
