import { preloadWaitingSheet } from '#web/student/ui/sending/waiting-chip.tsx';
import { useEffect, useRef, useState } from 'react';
import { outbox } from '#web/student/platform/sending/outbox.ts';
import type { Posting } from '#web/student/platform/sending/work.ts';
import { madeDrafts, type PostingPlace } from './made-drafts.ts';
import { makePicture } from './make-picture.ts';
import { Unfit, type MadeWork, type Making, type PostingTrouble } from './made-work.ts';

export type PostingState =
  | { readonly step: 'choosing'; readonly trouble: PostingTrouble | null }
  /** `share`: how much is made; undefined when nobody knows. */
  | { readonly step: 'making'; readonly share: number | undefined }
  /** `earlier`: it was made before this visit. */
  | { readonly step: 'made'; readonly work: Posting; readonly earlier: boolean };

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

/** From a file that a child has chosen to what can be sent; once made, it stays on the device until it is sent or given up. */
export function usePosting({ profileId, classId }: PostingPlace) {
  const [drafts] = useState(() => madeDrafts(outbox, { profileId, classId }));
  const [state, setState] = useState<PostingState>({ step: 'choosing', trouble: null });
  const running = useRef<AbortController>(undefined);
  useEffect(preloadWaitingSheet, []);
  useEffect(() => {
    let gone = false;
    void drafts.last().then((work) => {
      // Somebody may have chosen something before it was found.
      if (work && !gone && !running.current) setState({ step: 'made', work, earlier: true });
    });
    return () => {
      gone = true;
      running.current?.abort();
    };
  }, [drafts]);

  async function choose(kind: MadeWork['kind'], file: File): Promise<void> {
    running.current?.abort();
    const own = new AbortController();
    running.current = own;
    const change = (next: PostingState) => own.signal.aborted || setState(next);
    change({ step: 'making', share: undefined });
    const { make, unfit } = makers[kind];
    try {
      const onProgress = (share: number) => change({ step: 'making', share });
      const made = await make(file, { onProgress, signal: own.signal });
      if (!own.signal.aborted) change({ step: 'made', work: drafts.keep(made), earlier: false });
    } catch (error) {
      change({ step: 'choosing', trouble: error instanceof Unfit ? error.trouble : unfit });
    }
  }

  /** Back to choosing; what was being made is given up. */
  const again = () => {
    running.current?.abort();
    setState({ step: 'choosing', trouble: null });
  };

  return {
    state,
    choose: (kind: MadeWork['kind'], file: File) => void choose(kind, file),
    again,
    /** The child wants another one in the place of what was made. */
    giveUp: (work: Posting) => {
      void drafts.remove(work);
      again();
    },
  };
}

export type PostingDesk = ReturnType<typeof usePosting>;
