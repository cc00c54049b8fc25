import { createListeners } from '#web/shared/listeners.ts';
import { randomUuid } from '#web/shared/random-uuid.ts';
import {
  claimRecordings,
  isAbandoned,
  isUnclaimedHere,
  noteUnclaimed,
} from '#web/student/platform/sending/unclaimed.ts';
import type { WorkStore } from '#web/student/platform/sending/work-store.ts';
import type { Listener, Microphone } from './microphone.ts';
import {
  isSent,
  ownOf,
  type Recording,
  type RecordingPlace,
  type RecordedSound,
  type Work,
} from '#web/student/platform/sending/work.ts';
import { recordTroubleOf, type RecordTrouble } from './record-trouble.ts';
import { createTake, type Take } from './take.ts';

export type RecorderState =
  | { readonly step: 'ready' | 'asking' }
  /** `back`: there is an earlier recording to return to. */
  | { readonly step: 'too-short'; readonly back: boolean }
  | { readonly step: 'trouble'; readonly trouble: RecordTrouble; readonly back: boolean }
  | { readonly step: 'counting'; readonly left: number }
  | { readonly step: 'recording'; readonly seconds: number }
  /** `earlier`: the recording was made on an earlier visit or an interrupted one. */
  | { readonly step: 'made'; readonly recording: Recording; readonly earlier: boolean }
  /** The server has accepted the recording. `shown`: on the wall; otherwise the teacher reviews it first. */
  | { readonly step: 'sent'; readonly shown: boolean };

/** Where a child records: on the page of a content, or at a wall. */
export type RecorderPlace = RecordingPlace & { readonly lessonHashCode: string };

interface RecorderParts {
  readonly place: RecorderPlace;
  readonly store: Pick<WorkStore, 'select' | 'keep' | 'change' | 'remove' | 'removeUnlessWaiting'>;
  /** The signal closes the microphone. */
  readonly openMicrophone: (listener: Listener, signal: AbortSignal) => Promise<Microphone>;
}

/** Seconds between two saves while recording. */
const keepEvery = 5;
const countFrom = 3;
/** The time limit for the first samples of an open microphone, in milliseconds. */
const liveWithin = 8000;

/**
 * One child's recorder for one page or wall: opens the microphone, counts down, records and saves. `close` ends everything
 * except what is saved.
 */
export function createRecorder({ place, store, openMicrophone }: RecorderParts) {
  const listeners = createListeners();
  const meters = createListeners<[loudness: number]>();
  let state: RecorderState = { step: 'ready' };
  let microphone: Microphone | undefined;
  let closing = new AbortController();
  let take: Take | undefined;
  /** The recording in progress; the draft that it replaces is kept until it is finished. */
  let draft: Pick<Recording, 'id' | 'madeAt'> | undefined;
  let replaced: Recording | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let attempt = 0;
  let storedAt = 0;

  function change(next: RecorderState): void {
    state = next;
    listeners.tell();
  }

  function silence(): void {
    attempt += 1;
    clearTimeout(timer);
    closing.abort();
    microphone = undefined;
  }

  const recordingOf = (sound: RecordedSound, { id, madeAt } = draft ?? newDraft()): Recording => ({
    classId: null,
    ...place,
    // Another try is for the unit that the child has chosen.
    lessonHashCode: replaced?.lessonHashCode ?? place.lessonHashCode,
    ...sound,
    kind: 'record',
    id,
    clientId: id,
    madeAt,
    requestId: null,
    classHashCode: null,
    stuck: null,
  });

  /** Notes a recording of nobody at its first save, so that its tab finds the recording after an interruption. */
  function keep(recording: Recording): void {
    if (place.profileId === '') noteUnclaimed(recording.id);
    void store.keep(recording);
  }

  function hear(samples: Float32Array): void {
    // The microphone delivers samples. Samples before the child is told to speak are dropped.
    if (state.step === 'asking') return begin();
    if (state.step !== 'counting' && state.step !== 'recording') return;
    const loudness = take && state.step === 'recording' ? take.add(samples) : 0;
    meters.tell(loudness);
    if (!take || state.step !== 'recording') return;
    const seconds = Math.floor(take.seconds());
    if (seconds !== state.seconds) change({ step: 'recording', seconds });
    if (seconds >= storedAt + keepEvery) {
      storedAt = seconds;
      keep(recordingOf(take.soFar()));
    }
    if (take.isFull()) finish();
  }

  function begin(): void {
    if (!microphone) return;
    clearTimeout(timer);
    count(countFrom);
  }

  function count(left: number): void {
    if (left > 0) {
      change({ step: 'counting', left });
      timer = setTimeout(() => count(left - 1), 1000);
      return;
    }
    if (!microphone) return;
    take = createTake(microphone.rate);
    storedAt = 0;
    draft = newDraft();
    change({ step: 'recording', seconds: 0 });
  }

  /** Ends the countdown or the recording, and saves what was recorded. */
  function finish(): void {
    const endedStep = state.step;
    silence();
    const sound = take?.finish();
    take = undefined;
    if (endedStep === 'asking' || endedStep === 'counting') return rest();
    if (endedStep !== 'recording') return;
    if (!sound) return change({ step: 'too-short', back: replaced !== undefined });
    const recording = recordingOf(sound);
    keep(recording);
    // A recording that waits for the wall stays beside the new one.
    if (replaced) void store.removeUnlessWaiting(replaced.id);
    replaced = undefined;
    change({ step: 'made', recording, earlier: false });
  }

  /** Returns to the state before the microphone was requested. */
  const rest = () => change(replaced ? { step: 'made', recording: replaced, earlier: true } : { step: 'ready' });

  function fail(trouble: RecordTrouble): void {
    silence();
    change({ step: 'trouble', trouble, back: replaced !== undefined });
  }

  async function start(): Promise<void> {
    silence();
    const own = attempt;
    closing = new AbortController();
    replaced = state.step === 'made' ? state.recording : state.step === 'sent' ? undefined : replaced;
    change({ step: 'asking' });
    try {
      const onEnd = () => own === attempt && finish();
      const openedMicrophone = await openMicrophone({ onSamples: hear, onEnd }, closing.signal);
      // The child cancelled or restarted before the microphone was open.
      if (own !== attempt) return;
      microphone = openedMicrophone;
      if (state.step === 'asking') timer = setTimeout(() => fail('busy'), liveWithin);
    } catch (error) {
      if (own === attempt) fail(recordTroubleOf(error));
    }
  }

  return {
    getState: (): RecorderState => state,

    subscribe: listeners.subscribe,

    /** Calls the listener with the loudness several times a second. */
    onLoudness: meters.subscribe,

    /** Looks for an earlier recording that is not sent. */
    async open(): Promise<void> {
      if (place.profileId !== '') await claimRecordings(store, place.profileId);
      const kept = (await store.select((work) => (work.kind === 'record' ? [work] : []))).flat();
      // Another tab's recording by nobody may be another child's voice.
      const own = ownOf(kept, place).filter(({ id }) => place.profileId !== '' || isUnclaimedHere(id));
      const recording = own.at(-1);
      // An interrupted visit may have left a recording that was to be replaced.
      const abandoned = kept.filter(isAbandoned);
      for (const { id } of [...own.slice(0, -1), ...abandoned]) void store.removeUnlessWaiting(id);
      if (recording && state.step === 'ready') change({ step: 'made', recording, earlier: true });
    },

    start,
    finish,
    rest,

    /** The child chooses the unit of a recording that is not sent. */
    async chooseUnit({ id }: Recording, lessonHashCode: string): Promise<void> {
      const chosen = (recording: Recording): Recording => ({ ...recording, lessonHashCode });
      if (state.step === 'made' && state.recording.id === id) change({ ...state, recording: chosen(state.recording) });
      const edit = (work: Work): Work => (work.kind === 'record' && !isSent(work) ? chosen(work) : work);
      // Without room on the device, the page's copy is sent with the unit.
      await store.change(id, edit).catch(() => false);
    },

    /** The server has the recording. */
    async sent({ id }: Recording, shown: boolean): Promise<void> {
      await store.remove(id);
      if (state.step === 'made' && state.recording.id === id) change({ step: 'sent', shown });
    },

    /** The child deletes the recording. */
    async forget({ id }: Recording): Promise<void> {
      await store.remove(id);
      if (state.step === 'made' && state.recording.id === id) change({ step: 'ready' });
    },

    /** The child has left the page. */
    close: finish,
  };
}

const newDraft = () => ({ id: randomUuid(), madeAt: Date.now() });

export type Recorder = ReturnType<typeof createRecorder>;
