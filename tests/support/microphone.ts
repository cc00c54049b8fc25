import { onTestFinished, vi } from 'vitest';

const rate = 24_000;
const samples = Float32Array.from({ length: rate }, (_, at) => Math.sin(at / 8) * 0.4);

/** Gives pages of jsdom a microphone that hears one tone for a second. */
export function stubMicrophone(): void {
  const stream = { getTracks: () => [{ stop: () => undefined }] };

  class Recorder {
    readonly stream = stream;
    state = 'inactive';
    ondataavailable?: (event: { data: Blob }) => void;
    onstop?: () => void;
    start(): void {
      this.state = 'recording';
    }
    stop(): void {
      this.state = 'inactive';
      this.ondataavailable?.({ data: new Blob(['tone']) });
      this.onstop?.();
    }
  }

  class Meter {
    createAnalyser = () => ({ fftSize: 0, getFloatTimeDomainData: () => undefined });
    createMediaStreamSource = () => ({ connect: () => undefined });
    close = () => Promise.resolve();
  }

  class Decoder {
    decodeAudioData = () => Promise.resolve({ numberOfChannels: 1, sampleRate: rate, getChannelData: () => samples });
  }

  vi.stubGlobal('MediaRecorder', Recorder);
  vi.stubGlobal('AudioContext', Meter);
  vi.stubGlobal('OfflineAudioContext', Decoder);
  const had = Object.getOwnPropertyDescriptor(navigator, 'mediaDevices');
  const mediaDevices = { getUserMedia: () => Promise.resolve(stream) };
  Object.defineProperty(navigator, 'mediaDevices', { configurable: true, value: mediaDevices });
  onTestFinished(() => {
    vi.unstubAllGlobals();
    if (had) Object.defineProperty(navigator, 'mediaDevices', had);
    else Reflect.deleteProperty(navigator, 'mediaDevices');
  });
}
