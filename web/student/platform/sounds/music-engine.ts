import { musicLoop, loopRate } from './music-loop.ts';
import type { MusicEngine } from './music.ts';

/** The gain, far below a voice. */
const level = 0.09;

/** In seconds: the music fades in slowly, so that a tapped sound comes first. */
const delay = 0.7;
const rise = 1.2;
const fall = 0.03;

/** Milliseconds after which the music has faded out and the audio context is suspended. */
const faded = 200;

/** Plays the loop by Web Audio, without a file; calls `onFailed` when it cannot. */
export function createMusicEngine(onFailed: () => void): MusicEngine {
  let made: { readonly context: AudioContext; readonly gain: GainNode } | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let on = false;

  function make() {
    const context = new AudioContext();
    const gain = context.createGain();
    gain.gain.value = 0;
    gain.connect(context.destination);
    // In a later task, so that the tap is handled first.
    setTimeout(() => {
      const samples = musicLoop();
      const buffer = context.createBuffer(1, samples.length, loopRate);
      buffer.copyToChannel(samples, 0);
      const source = new AudioBufferSourceNode(context, { buffer, loop: true });
      source.connect(gain);
      source.start();
    });
    return { context, gain };
  }

  return {
    start() {
      try {
        clearTimeout(timer);
        made ??= make();
        const { context, gain } = made;
        if (context.state !== 'running') context.resume().catch(onFailed);
        if (!on) gain.gain.setTargetAtTime(level, context.currentTime + delay, rise);
        on = true;
      } catch {
        onFailed();
      }
    },
    stop() {
      on = false;
      if (!made) return;
      const { context, gain } = made;
      gain.gain.cancelScheduledValues(0);
      gain.gain.setTargetAtTime(0, context.currentTime, fall);
      timer = setTimeout(() => void context.suspend().catch(() => undefined), faded);
    },
  };
}
