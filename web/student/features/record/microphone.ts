import tapUrl from './sample-tap.ts?worker&url';

/** A microphone that is on. */
export interface Microphone {
  /** Samples a second. */
  readonly rate: number;
  /** Turns it off; its light goes out. */
  readonly close: () => void;
}

export interface Listener {
  /** One channel, from -1 to 1. */
  readonly onSamples: (samples: Float32Array) => void;
  /** It was unplugged, or a call has taken it. */
  readonly onEnd: () => void;
}

/** Browsers give the microphone to pages over TLS and of this very machine only. */
const canRecord = () => 'mediaDevices' in navigator && 'AudioWorkletNode' in window;

/**
 * Asks for the microphone and listens. It takes the samples themselves and not what `MediaRecorder` writes: that differs
 * from browser to browser and does not play on all of them. Throws the browser's own errors (`troubleOf`).
 */
export async function openMicrophone({ onSamples, onEnd }: Listener): Promise<Microphone> {
  if (!canRecord()) throw new DOMException('No microphone for this page', 'NotSupportedError');
  // Made in the tap itself: afterwards iPads would keep it silent.
  const context = contextOfThisDevice();
  const opened: { stream?: MediaStream } = {};
  const close = () => {
    for (const track of opened.stream?.getTracks() ?? []) track.stop();
    if (context.state !== 'closed') void context.close();
  };
  try {
    const loaded = context.audioWorklet.addModule(tapUrl);
    // Heard of below, after the question to the child.
    loaded.catch(() => undefined);
    opened.stream = await navigator.mediaDevices.getUserMedia({
      audio: { channelCount: 1, echoCancellation: true, noiseSuppression: true, autoGainControl: true },
    });
    await Promise.all([loaded, context.resume()]);
    const tap = new AudioWorkletNode(context, 'sample-tap', { numberOfOutputs: 0, channelCount: 1 });
    tap.port.onmessage = ({ data }: MessageEvent<Float32Array>) => onSamples(data);
    context.createMediaStreamSource(opened.stream).connect(tap);
    for (const track of opened.stream.getAudioTracks()) track.addEventListener('ended', onEnd);
    context.addEventListener('statechange', () => context.state !== 'running' && onEnd());
    return { rate: context.sampleRate, close };
  } catch (error) {
    close();
    throw error;
  }
}

const known = [8000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000];

/** At the device's own rate, which every browser can connect a microphone to, unless MP3 does not know it. */
function contextOfThisDevice(): AudioContext {
  const context = new AudioContext();
  if (known.includes(context.sampleRate)) return context;
  void context.close();
  return new AudioContext({ sampleRate: 48_000 });
}
