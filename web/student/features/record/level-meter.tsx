import { useEffect, useState } from 'react';
import { plain } from '#web/student/ui/text/furigana.ts';
import type { Recorder } from './recorder.ts';
import { useRecordWords } from './recorder-message.tsx';

const steps = 9;

/** A level meter, so that the child sees that the microphone works. */
export function LevelMeter({ recorder }: { readonly recorder: Recorder }) {
  const { t } = useRecordWords();
  const [lit, setLit] = useState(0);
  useEffect(
    // Rises at once and falls step by step, to avoid flicker.
    () => recorder.onLoudness((loudness) => setLit((before) => Math.max(stepsOf(loudness, steps), before - 1))),
    [recorder],
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

/** The number of lit steps on a logarithmic scale (decibels), from a quiet room to a loud call. */
export function stepsOf(loudness: number, steps: number): number {
  const [floor, ceiling] = [-50, -12];
  const decibels = 20 * Math.log10(Math.max(loudness, 1e-6));
  return Math.max(0, Math.min(steps, Math.round(((decibels - floor) / (ceiling - floor)) * steps)));
}
