import { useState } from 'react';
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

/** The checks of the page. None starts before `start`. */
export function useChecks() {
  const [results, setResults] = useState(() => all('waiting'));
  const report = (check: Check, result: CheckResult) => setResults((before) => ({ ...before, [check]: result }));

  const start = async () => {
    setResults({ ...all('running'), sound: { step: 'asking' }, wordwall: { step: 'asking' } });
    playTones();
    // One permission prompt of the browser at a time.
    report('microphone', await checkDevice({ audio: true }));
    report('camera', await checkDevice({ video: true }));
    report('storage', await checkStorage());
    report('speed', await checkSpeed());
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
