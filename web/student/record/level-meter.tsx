import { useEffect, useState } from 'react';
import { plain } from '#web/student/text/furigana.ts';
import type { Desk } from './desk.ts';
import { stepsOf } from './loudness.ts';
import { useRecordWords } from './record-words.ts';

const steps = 9;

/** Strips of paper that rise with the voice: who sees them move knows that the microphone hears. */
export function LevelMeter({ desk }: { readonly desk: Desk }) {
  const { t } = useRecordWords();
  const [lit, setLit] = useState(0);
  useEffect(
    // Up at once and down by steps: a flicker is no voice to the eye.
    () => desk.onLoudness((loudness) => setLit((before) => Math.max(stepsOf(loudness, steps), before - 1))),
    [desk],
  );
  return (
    <div
      className="record-level"
      role="meter"
      aria-label={plain(t('level'))}
      aria-valuemin={0}
      aria-valuemax={steps}
      aria-valuenow={lit}
    >
      {Array.from({ length: steps }, (_, step) => (
        <span key={step} data-lit={step < lit || undefined} style={{ '--step': step }} />
      ))}
    </div>
  );
}
