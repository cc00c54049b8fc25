import { useEffect, useRef, useState } from 'react';
import { checkDevice, checkStorage, playTones } from './device-checks.ts';
import { checkSpeed } from './speed.ts';
import { checks, type Check, type CheckResult } from './check-result.ts';

type CheckResults = Readonly<Record<Check, CheckResult>>;

const all = (step: 'waiting' | 'running'): CheckResults => {
  const result: CheckResult = { step };
  return {
    sound: result,
    microphone: result,
    camera: result,
    storage: result,
    speed: result,
    youtube: result,
    wordwall: result,
  };
};

// The browser shows one permission prompt at a time, so these checks run one after the other.
const inTurn = [
  ['microphone', () => checkDevice({ audio: true })],
  ['camera', () => checkDevice({ video: true })],
  ['storage', checkStorage],
  ['speed', checkSpeed],
] as const;

/** The checks of the page. None starts before `start`, or after the page was left. */
export function useChecks() {
  const [results, setResults] = useState(() => all('waiting'));
  const report = (check: Check, result: CheckResult) => setResults((before) => ({ ...before, [check]: result }));

  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  const start = async () => {
    const { signal } = (running.current = new AbortController());
    setResults({ ...all('running'), sound: { step: 'asking' }, wordwall: { step: 'asking' } });
    playTones();
    for (const [check, look] of inTurn) {
      const result = await look();
      if (signal.aborted) return;
      report(check, result);
    }
  };
  const steps = checks.map((check) => results[check].step);
  return {
    results,
    report,
    start,
    isNew: steps.every((step) => step === 'waiting'),
    isBusy: steps.includes('running'),
  };
}
