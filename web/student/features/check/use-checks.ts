import { useState } from 'react';
import { checkDevice, checkStorage, playTones } from './device-checks.ts';
import { checkSpeed } from './speed.ts';
import { checks, type Check, type Verdict } from './verdict.ts';

type Verdicts = Readonly<Record<Check, Verdict>>;

const all = (step: 'waiting' | 'running'): Verdicts => {
  const verdict: Verdict = { step };
  return {
    sound: verdict,
    microphone: verdict,
    camera: verdict,
    storage: verdict,
    speed: verdict,
    youtube: verdict,
    wordwall: verdict,
  };
};

/** The checks of the page. None starts before `start`. */
export function useChecks() {
  const [verdicts, setVerdicts] = useState(() => all('waiting'));
  const tell = (check: Check, verdict: Verdict) => setVerdicts((before) => ({ ...before, [check]: verdict }));

  const start = async () => {
    setVerdicts({ ...all('running'), sound: { step: 'asking' }, wordwall: { step: 'asking' } });
    playTones();
    // One permission prompt of the browser at a time.
    tell('microphone', await checkDevice({ audio: true }));
    tell('camera', await checkDevice({ video: true }));
    tell('storage', await checkStorage());
    tell('speed', await checkSpeed());
  };
  const steps = checks.map((check) => verdicts[check].step);
  return {
    verdicts,
    tell,
    start,
    isNew: steps.every((step) => step === 'waiting'),
    isBusy: steps.includes('running'),
  };
}
