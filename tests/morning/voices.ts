import type { Page } from 'playwright-core';

/** The tone in hertz that a child speaks in, so that a recording says whose it is. */
export const toneOf = (childNumber: number): number => 280 + 24 * childNumber;

/**
 * In a page: its microphone hears the tone that `currentTone` answers, without a pause. Its sound card takes 8,000 samples a
 * second: ten tablets share the processor of one machine here, and each encodes what it hears.
 */
export function hearTone(): void {
  if (!('mediaDevices' in navigator)) return;
  window.AudioContext = class extends AudioContext {
    constructor() {
      super({ sampleRate: 8_000 });
    }
  };
  navigator.mediaDevices.getUserMedia = async () => {
    const context = new AudioContext();
    const ear = context.createMediaStreamDestination();
    const tone = context.createOscillator();
    tone.frequency.value = await (window as unknown as { currentTone: () => Promise<number> }).currentTone();
    tone.connect(ear);
    tone.start();
    return ear.stream;
  };
}

/**
 * Which of some tones is the loudest in a stored recording, in hertz: decoded by the browser that would play it, and measured by
 * the Goertzel algorithm, which a gap in the sound of a busy machine does not mislead.
 */
export const loudestTone = (page: Page, url: string, tones: readonly number[]): Promise<number> =>
  page.evaluate(
    async ([address, candidates]) => {
      const answer = await fetch(address);
      if (!answer.ok) throw new Error(`${address} answered ${answer.status}`);
      const context = new OfflineAudioContext(1, 1, 16_000);
      const sound = await context.decodeAudioData(await answer.arrayBuffer());
      const samples = sound.getChannelData(0);
      // No named function in here: the page does not have the helper that a build would call for it.
      const loudest = { tone: 0, power: 0 };
      for (const tone of candidates) {
        const factor = 2 * Math.cos((2 * Math.PI * tone) / sound.sampleRate);
        let [last, before] = [0, 0];
        for (const sample of samples) [last, before] = [sample + factor * last - before, last];
        const power = last * last + before * before - factor * last * before;
        if (power > loudest.power) Object.assign(loudest, { tone, power });
      }
      return loudest.tone;
    },
    [url, tones] as const,
  );
