import type { Page } from 'playwright-core';

/** The tone in hertz that a child speaks in, so that a recording says whose it is. */
export const toneOf = (childNumber: number): number => 280 + 24 * childNumber;

/** How far a recording's tone may be from the child's, in hertz: less than half of the way to the next child's. */
export const toneTolerance = 10;

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

/** The tone of a stored recording in hertz, decoded by the browser that would play it. */
export const storedTone = (page: Page, url: string): Promise<number> =>
  page.evaluate(async (address) => {
    const answer = await fetch(address);
    if (!answer.ok) throw new Error(`${address} answered ${answer.status}`);
    const context = new OfflineAudioContext(1, 1, 16_000);
    const sound = await context.decodeAudioData(await answer.arrayBuffer());
    const samples = sound.getChannelData(0);
    // The middle half: encoders fade the ends in and out.
    const middle = samples.subarray(Math.floor(samples.length / 4), Math.floor((samples.length * 3) / 4));
    let rising = 0;
    for (let at = 1; at < middle.length; at++) if ((middle[at - 1] ?? 0) < 0 && (middle[at] ?? 0) >= 0) rising++;
    return rising / (middle.length / sound.sampleRate);
  }, url);
