import { useCallback, useEffect, useRef, useState } from 'react';
import { recordingSeconds } from '#schema/rules/files.ts';
import { recordedWav } from './wav.ts';

/**
 * Why there is no recording. `refused`: the user or the browser denied access; `no-microphone`: the device has none, or
 * another program has it; `unsupported`: the browser cannot record.
 */
type Trouble = 'refused' | 'no-microphone' | 'unsupported' | 'failed';

/** The state of a recording. */
export type RecorderState =
  | { readonly step: 'ready' | 'asking' | 'making' | Trouble }
  | { readonly step: 'recording'; readonly stream: MediaStream; readonly since: number }
  | { readonly step: 'made'; readonly sound: Blob };

/** Recording is offered over TLS and on this very machine only; elsewhere browsers hide the microphone. */
const canRecord = () => 'mediaDevices' in navigator && 'MediaRecorder' in window;

/** By the names of the browser's errors. */
const troubles: Readonly<Partial<Record<string, Trouble>>> = {
  NotAllowedError: 'refused',
  SecurityError: 'refused',
  NotFoundError: 'no-microphone',
  NotReadableError: 'no-microphone',
  NotSupportedError: 'unsupported',
};

const troubleOf = (error: unknown): Trouble =>
  (error instanceof DOMException ? troubles[error.name] : undefined) ?? 'failed';

/** Records a voice in the browser's own format, and converts the recording to a WAV file. */
export function useRecorder(seconds = recordingSeconds) {
  const [state, setState] = useState<RecorderState>({ step: canRecord() ? 'ready' : 'unsupported' });
  const microphone = useRef<MediaStream>(undefined);
  const recorder = useRef<MediaRecorder>(undefined);
  const isUnmounted = useRef(false);

  const silence = useCallback(() => {
    for (const track of microphone.current?.getTracks() ?? []) track.stop();
    microphone.current = undefined;
    recorder.current = undefined;
  }, []);

  useEffect(() => {
    isUnmounted.current = false;
    return () => {
      isUnmounted.current = true;
      silence();
    };
  }, [silence]);

  async function make(parts: readonly Blob[]): Promise<void> {
    setState({ step: 'making' });
    try {
      setState({ step: 'made', sound: await recordedWav(new Blob([...parts])) });
    } catch {
      setState({ step: 'failed' });
    }
  }

  async function start(): Promise<void> {
    setState({ step: 'asking' });
    try {
      const stream = await navigator.mediaDevices.getUserMedia({ audio: true });
      microphone.current = stream;
      // The user allowed the microphone after the dialog closed: the microphone must not stay on.
      if (isUnmounted.current) return silence();
      const own = new MediaRecorder(stream);
      recorder.current = own;
      const parts: Blob[] = [];
      own.ondataavailable = ({ data }) => parts.push(data);
      own.onstop = () => {
        silence();
        if (!isUnmounted.current) void make(parts);
      };
      own.start();
      setState({ step: 'recording', stream, since: Date.now() });
    } catch (error) {
      // The browser may refuse to record from a microphone that it has opened.
      silence();
      setState({ step: troubleOf(error) });
    }
  }

  const stop = useCallback(() => {
    if (recorder.current?.state === 'recording') recorder.current.stop();
  }, []);

  useEffect(() => {
    if (state.step !== 'recording') return undefined;
    const timer = setTimeout(stop, seconds * 1000);
    return () => clearTimeout(timer);
  }, [state.step, stop, seconds]);

  return { state, start: () => void start(), stop };
}
