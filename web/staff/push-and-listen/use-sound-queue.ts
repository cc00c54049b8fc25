import { useState } from 'react';
import { nameOfFile } from '#web/staff/sounds/sound-choice.ts';

/** A file that is to become an item. */
export interface QueuedSound {
  readonly key: number;
  readonly file: File;
}

/** Several files at once: each is a line of its own, which sends itself and goes when its item is there. */
export function useSoundQueue() {
  const [queued, setQueued] = useState<readonly QueuedSound[]>([]);
  return {
    queued,
    add: (files: readonly File[]) =>
      setQueued((before) => {
        const from = (before.at(-1)?.key ?? 0) + 1;
        return [...before, ...files.map((file, index) => ({ key: from + index, file }))];
      }),
    done: (key: number) => setQueued((before) => before.filter((one) => one.key !== key)),
  };
}

export const itemNameOf = ({ name }: File): string => nameOfFile(name) || name;
