import { TapUnloaded } from './record-trouble.ts';
import tapUrl from './sample-tap.ts?worker&url';

/** An open microphone. */
export interface Microphone {
  /** Samples per second. */
  readonly rate: number;
}

export interface Listener {
  /** Mono samples from -1 to 1. */
  readonly onSamples: (samples: Float32Array) => void;
  /** Called when the microphone is unplugged or a phone call takes it. */
  readonly onEnd: () => void;
}

/** The time limit for the start of a microphone that the child has allowed, in milliseconds. */
const readyWithin = 8000;

/** Browsers offer the microphone only to pages over TLS or on localhost. */
const canRecord = () => 'mediaDevices' in navigator && 'AudioWorkletNode' in window;

/** Loads the worklet into the browser's cache before the network may fail, or a new build replaces the file. */
export function preloadTap(): void {
  const load = async () => (await fetch(tapUrl)).arrayBuffer();
  void load().catch(() => undefined);
}

/**
 * Opens the microphone and reads raw samples. `MediaRecorder` writes formats that differ between browsers and do not
 * play in all. Throws the browser's own errors, or `TapUnloaded` (`recordTroubleOf`).
 * The signal closes the microphone at any time, also while it opens, so that its light goes off.
 */
export async function openMicrophone({ onSamples, onEnd }: Listener, signal: AbortSignal): Promise<Microphone> {
  if (!canRecord()) throw new DOMException('No microphone for this page', 'NotSupportedError');
  // Created within the tap: iPads mute a context that is created later.
  const context = contextOfThisDevice();
  const opened: { stream?: MediaStream } = {};
  const close = () => {
    for (const track of opened.stream?.getTracks() ?? []) track.stop();
    if (context.state !== 'closed') void context.close();
  };
  signal.addEventListener('abort', close, { once: true });
  try {
    const loaded = context.audioWorklet.addModule(tapUrl).catch((cause: unknown) => {
      throw new TapUnloaded(cause);
    });
    // The rejection is handled below, after the permission prompt.
    loaded.catch(() => undefined);
    opened.stream = await navigator.mediaDevices.getUserMedia({
      audio: { channelCount: 1, echoCancellation: true, noiseSuppression: true, autoGainControl: true },
    });
    signal.throwIfAborted();
    await Promise.all([inTime(loaded, new TapUnloaded()), inTime(context.resume(), notHeard())]);
    signal.throwIfAborted();
    const tap = new AudioWorkletNode(context, 'sample-tap', { numberOfOutputs: 0, channelCount: 1 });
    tap.port.onmessage = ({ data }: MessageEvent<Float32Array>) => onSamples(data);
    context.createMediaStreamSource(opened.stream).connect(tap);
    for (const track of opened.stream.getAudioTracks()) track.addEventListener('ended', onEnd);
    context.addEventListener('statechange', () => context.state !== 'running' && onEnd());
    return { rate: context.sampleRate };
  } catch (error) {
    close();
    throw error;
  }
}

const notHeard = () => new DOMException('The microphone gives no sound', 'NotReadableError');

/** Rejects with the problem when the step takes too long. */
function inTime(step: Promise<void>, problem: Error): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(problem), readyWithin);
    void step.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

const knownRates = [8000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000];

/**
 * Uses the device's own sample rate, to which every browser can connect a microphone, unless MP3 does not support that
 * rate.
 */
function contextOfThisDevice(): AudioContext {
  const context = new AudioContext();
  if (knownRates.includes(context.sampleRate)) return context;
  void context.close();
  return new AudioContext({ sampleRate: 48_000 });
}
