import { useEffect, useRef, useState } from 'react';
import { makePicture } from './make-picture.ts';
import { Unfit, type MadeWork, type Making, type PostingTrouble } from './made-work.ts';

export type PostingState =
  | { readonly step: 'choosing'; readonly trouble: PostingTrouble | null }
  /** `share`: how much is made; undefined when nobody knows. */
  | { readonly step: 'making'; readonly share: number | undefined }
  | { readonly step: 'made'; readonly work: MadeWork };

type Make = (file: File, making: Making) => Promise<MadeWork>;

/** What reads and writes films comes to those alone who choose one. */
const makeFilm: Make = async (file, making) => {
  const { makeFilm: make } = await import('./make-film.ts').catch(() => {
    throw new Unfit('Offline');
  });
  return make(file, making);
};

const makers: Readonly<Record<MadeWork['kind'], { readonly make: Make; readonly unfit: PostingTrouble }>> = {
  image: { make: makePicture, unfit: 'Picture' },
  video: { make: makeFilm, unfit: 'Film' },
};

/** From a file that a child has chosen to what can be sent. */
export function usePosting() {
  const [state, setState] = useState<PostingState>({ step: 'choosing', trouble: null });
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  async function choose(kind: MadeWork['kind'], file: File): Promise<void> {
    running.current?.abort();
    const own = new AbortController();
    running.current = own;
    const change = (next: PostingState) => own.signal.aborted || setState(next);
    change({ step: 'making', share: undefined });
    const { make, unfit } = makers[kind];
    try {
      const onProgress = (share: number) => change({ step: 'making', share });
      change({ step: 'made', work: await make(file, { onProgress, signal: own.signal }) });
    } catch (error) {
      change({ step: 'choosing', trouble: error instanceof Unfit ? error.trouble : unfit });
    }
  }

  return {
    state,
    choose: (kind: MadeWork['kind'], file: File) => void choose(kind, file),
    /** Back to choosing; what was being made is given up. */
    again: () => {
      running.current?.abort();
      setState({ step: 'choosing', trouble: null });
    },
  };
}

export type PostingDesk = ReturnType<typeof usePosting>;
