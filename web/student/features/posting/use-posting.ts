import { preloadUnsentSheet } from '#web/student/ui/sending/unsent-chip.tsx';
import { useEffect, useRef, useState } from 'react';
import { outbox } from '#web/student/platform/sending/outbox.ts';
import { useWorkInHand } from '#web/student/platform/work-in-hand.ts';
import type { Posting } from '#web/student/platform/sending/work.ts';
import { createDrafts, type PostingPlace } from './drafts.ts';
import { makePicture } from './make-picture.ts';
import {
  UnusableFile,
  type ChosenFile,
  type PreparedWork,
  type Preparation,
  type PostingTrouble,
} from './prepared-work.ts';

interface Choosing {
  readonly step: 'choosing';
  readonly trouble: PostingTrouble | null;
  /** A file that could not be prepared now. It may be the only copy, since a browser's camera stores none. */
  readonly chosen?: ChosenFile;
  /** The child's draft, which stays until another one is made. */
  readonly draft?: Posting | undefined;
}

export type PostingState =
  | Choosing
  /** `share`: progress from 0 to 1; undefined when unknown. */
  | { readonly step: 'making'; readonly share: number | undefined }
  /** `earlier`: the work was made on an earlier visit. */
  | { readonly step: 'made'; readonly work: Posting; readonly earlier: boolean };

type Make = (file: File, making: Preparation) => Promise<PreparedWork>;

const loadVideoMaker = () => import('./make-video.ts');

/** Loads the code before a child takes a video: a new build may replace the code meanwhile, and the video would be lost. */
function preloadVideoMaker(): void {
  // Some browsers do not try again what has failed once.
  if (navigator.onLine) void loadVideoMaker().catch(() => undefined);
}

/** The code that makes a video has not arrived. */
class MakerMissing extends Error {}

const makeVideo: Make = async (file, making) => {
  const { makeVideo: make } = await loadVideoMaker().catch((cause: unknown) => {
    throw new MakerMissing('The code for videos did not load', { cause });
  });
  return make(file, making);
};

const makers: Readonly<Record<PreparedWork['kind'], Make>> = { image: makePicture, video: makeVideo };

/** The state after a failure. A file that may be prepared later is kept for another try. */
function stateAfter(error: unknown, chosen: ChosenFile): Choosing {
  if (error instanceof UnusableFile) return { step: 'choosing', trouble: error.trouble };
  return { step: 'choosing', trouble: error instanceof MakerMissing ? 'Offline' : 'Failed', chosen };
}

/** Turns a chosen file into a draft. The draft stays on the device until the child sends or deletes it. */
export function usePosting({ profileId, classId }: PostingPlace) {
  const [drafts] = useState(() => createDrafts(outbox, { profileId, classId }));
  const [state, setState] = useState<PostingState>({ step: 'choosing', trouble: null });
  const running = useRef<AbortController>(undefined);
  const replaced = useRef<Posting>(undefined);
  useWorkInHand(state.step === 'making' || (state.step === 'choosing' && state.chosen !== undefined));
  useEffect(preloadUnsentSheet, []);
  useEffect(preloadVideoMaker, []);
  useEffect(() => {
    let ignore = false;
    void drafts.last().then((work) => {
      // The child may have chosen a file before the draft was found.
      if (work && !ignore && !running.current) setState({ step: 'made', work, earlier: true });
    });
    return () => {
      ignore = true;
      running.current?.abort();
    };
  }, [drafts]);

  async function choose(chosen: ChosenFile): Promise<void> {
    running.current?.abort();
    const own = new AbortController();
    running.current = own;
    const change = (next: PostingState) => own.signal.aborted || setState(next);
    change({ step: 'making', share: undefined });
    try {
      const onProgress = (share: number) => change({ step: 'making', share });
      const made = await makers[chosen.kind](chosen.file, { onProgress, signal: own.signal });
      if (own.signal.aborted) return;
      const work = drafts.keep(made, replaced.current);
      replaced.current = undefined;
      change({ step: 'made', work, earlier: false });
    } catch (error) {
      change({ ...stateAfter(error, chosen), draft: replaced.current });
    }
  }

  /** Returns to choosing and cancels the preparation of a file. */
  const again = () => {
    running.current?.abort();
    setState({ step: 'choosing', trouble: null, draft: replaced.current });
  };

  return {
    state,
    choose: (chosen: ChosenFile) => void choose(chosen),
    again,
    /** Returns to choosing. The draft stays until another one is made. */
    replace: (work: Posting) => {
      replaced.current = work;
      again();
    },
    /** Returns to the draft that was to be replaced. */
    backTo: (work: Posting) => {
      running.current?.abort();
      replaced.current = undefined;
      setState({ step: 'made', work, earlier: true });
    },
  };
}

export type PostingControls = ReturnType<typeof usePosting>;
