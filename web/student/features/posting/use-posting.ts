import { preloadWaitingSheet } from '#web/student/ui/sending/waiting-chip.tsx';
import { useEffect, useRef, useState } from 'react';
import { outbox } from '#web/student/platform/sending/outbox.ts';
import type { Posting } from '#web/student/platform/sending/work.ts';
import { madeDrafts, type PostingPlace } from './made-drafts.ts';
import { makePicture } from './make-picture.ts';
import { Unfit, type MadeWork, type Making, type PostingTrouble } from './made-work.ts';

export type PostingState =
  | { readonly step: 'choosing'; readonly trouble: PostingTrouble | null }
  /** `share`: progress from 0 to 1; undefined when unknown. */
  | { readonly step: 'making'; readonly share: number | undefined }
  /** `earlier`: the work was made on an earlier visit. */
  | { readonly step: 'made'; readonly work: Posting; readonly earlier: boolean };

type Make = (file: File, making: Making) => Promise<MadeWork>;

/** The code for videos is loaded only when a child chooses one. */
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

/** Turns a chosen file into a draft. The draft stays on the device until the child sends or deletes it. */
export function usePosting({ profileId, classId }: PostingPlace) {
  const [drafts] = useState(() => madeDrafts(outbox, { profileId, classId }));
  const [state, setState] = useState<PostingState>({ step: 'choosing', trouble: null });
  const running = useRef<AbortController>(undefined);
  useEffect(preloadWaitingSheet, []);
  useEffect(() => {
    let gone = false;
    void drafts.last().then((work) => {
      // The child may have chosen a file before the draft was found.
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

  /** Returns to choosing and cancels the preparation of a file. */
  const again = () => {
    running.current?.abort();
    setState({ step: 'choosing', trouble: null });
  };

  return {
    state,
    choose: (kind: MadeWork['kind'], file: File) => void choose(kind, file),
    again,
    /** Deletes the draft and returns to choosing. */
    giveUp: (work: Posting) => {
      void drafts.remove(work);
      again();
    },
  };
}

export type PostingDesk = ReturnType<typeof usePosting>;
