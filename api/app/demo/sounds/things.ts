import { mix, noise, resonator, struck } from './sources.ts';
import { sampleRate, silence } from './wav.ts';
import type { Samples } from './wav.ts';

/** A hand bell, rung twice. */
export function bell(): Samples {
  const ring = struck(784, 1.5, [
    { ratio: 0.5, gain: 0.25, decay: 0.9 },
    { ratio: 1, gain: 0.6, decay: 0.7 },
    { ratio: 1.19, gain: 0.3, decay: 0.5 },
    { ratio: 2, gain: 0.5, decay: 0.45 },
    { ratio: 2.74, gain: 0.35, decay: 0.3 },
    { ratio: 3.76, gain: 0.2, decay: 0.18 },
    { ratio: 5.2, gain: 0.12, decay: 0.08 },
  ]);
  const sound = silence(1.5);
  mix(sound, ring, { at: 0 });
  mix(sound, ring, { at: 0.42, gain: 0.9 });
  return sound;
}

function drumHit(pitch: number, seed: number): Samples {
  const hiss = noise(seed);
  const skin = resonator();
  return silence(0.5).map((_, index) => {
    const time = index / sampleRate;
    // The skin starts tight and slackens: the pitch falls from twice to once within a few hundredths of a second.
    const phase = 2 * Math.PI * pitch * (time + 0.03 * (1 - Math.exp(-time / 0.03)));
    const slap = skin(hiss(), 900, 500) * Math.exp(-time / 0.018) * 1.6;
    return Math.sin(phase) * Math.exp(-time / 0.14) + slap;
  });
}

/** Don, don, do-don. */
export function drum(): Samples {
  const sound = silence(1.4);
  [0, 0.36, 0.72, 0.9].forEach((at, index) =>
    mix(sound, drumHit(index === 2 ? 150 : 118, index + 3), { at, gain: index === 2 ? 0.7 : 1 }),
  );
  return sound;
}

interface Chirp {
  at: number;
  seconds: number;
  from: number;
  to: number;
}

/** A small bird: four short calls and a trill. */
export function bird(): Samples {
  const sound = silence(1.3);
  const calls: Chirp[] = [
    { at: 0.02, seconds: 0.12, from: 3900, to: 2900 },
    { at: 0.2, seconds: 0.12, from: 4100, to: 3000 },
    { at: 0.42, seconds: 0.16, from: 2600, to: 4300 },
    ...[0, 1, 2, 3, 4].map((index) => ({ at: 0.68 + index * 0.075, seconds: 0.055, from: 4300, to: 3300 })),
    { at: 1.08, seconds: 0.17, from: 3000, to: 3900 },
  ];
  for (const { at, seconds, from, to } of calls) {
    let phase = 0;
    const call = silence(seconds).map((_, index) => {
      const done = index / (seconds * sampleRate);
      phase += (2 * Math.PI * (from + (to - from) * done)) / sampleRate;
      return Math.sin(Math.PI * done) ** 1.4 * (Math.sin(phase) + 0.12 * Math.sin(2 * phase));
    });
    mix(sound, call, { at });
  }
  return sound;
}

/** Steady rain with single drops near by. */
export function rain(): Samples {
  const hiss = noise(77);
  const low = resonator();
  const high = resonator();
  const sound = silence(1.6).map(() => {
    const grain = hiss();
    return low(grain, 1100, 1500) * 0.35 + high(grain, 4200, 3800) * 0.4;
  });
  const chance = noise(5);
  for (let at = 0.05; at < 1.45; at += 0.07 + 0.05 * (chance() + 1)) {
    const drop = struck(1500 + 900 * (chance() + 1), 0.06, [{ ratio: 1, gain: 0.35, decay: 0.012 }]);
    mix(sound, drop, { at, gain: 0.5 + 0.4 * chance() });
  }
  return sound;
}

/** Tick, tock, tick, tock. */
export function clock(): Samples {
  const sound = silence(1.6);
  [0.02, 0.42, 0.82, 1.22].forEach((at, index) => {
    const pitch = index % 2 === 0 ? 2300 : 1750;
    const knock = struck(pitch, 0.12, [
      { ratio: 1, gain: 0.8, decay: 0.014 },
      { ratio: 1.83, gain: 0.5, decay: 0.008 },
      { ratio: 0.31, gain: 0.5, decay: 0.02 },
    ]);
    mix(sound, knock, { at });
  });
  return sound;
}

/** The whistle of a steam train, then its chuffs. */
export function train(): Samples {
  const breath = noise(31);
  const pipe = resonator();
  const whistle = silence(0.75).map((_, index) => {
    const time = index / sampleRate;
    const swell = Math.min(1, time / 0.06) * Math.min(1, (0.75 - time) / 0.12);
    const bend = 1 - 0.04 * Math.exp(-time / 0.05);
    const chord = [622, 740, 932].reduce((sum, pitch) => sum + Math.sin(2 * Math.PI * pitch * bend * time), 0);
    return swell * (chord / 3 + 0.3 * pipe(breath(), 2400, 900));
  });
  const sound = silence(1.6);
  mix(sound, whistle, { at: 0.01, gain: 0.8 });
  [0.82, 1.02, 1.2, 1.37].forEach((at, index) => {
    const steam = noise(index + 90);
    const boiler = resonator();
    const chuff = silence(0.2).map((_, sample) => {
      const time = sample / sampleRate;
      return boiler(steam(), 620, 700) * Math.min(1, time / 0.012) * Math.exp(-time / 0.055) * 2.2;
    });
    mix(sound, chuff, { at });
  });
  return sound;
}
