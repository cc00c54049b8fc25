import { useEffect, useState } from 'react';
import { askReach } from './reach.ts';

/** What a stage shows of another site's page: a cover, the check of the network, the page, or a problem. */
type Step = 'covered' | 'checking' | 'there' | 'missing';

interface UseReach {
  readonly step: Step;
  /** Checks whether the network lets the page through, again after a problem. */
  readonly check: () => void;
  /** For a page that is reachable but does not appear in its frame. */
  readonly setMissing: () => void;
}

/** Shows another site's page only after a check that the network lets it through. */
export function useReach(source: string): UseReach {
  const [step, setStep] = useState<Step>('covered');
  useEffect(() => {
    if (step !== 'checking') return undefined;
    let ignore = false;
    const { reached, end } = askReach(source);
    void reached.then((isReached) => ignore || setStep(isReached ? 'there' : 'missing'));
    return () => {
      ignore = true;
      end();
    };
  }, [step, source]);
  return { step, check: () => setStep('checking'), setMissing: () => setStep('missing') };
}
