import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { bookPages, communityPictures, covers, pushAndListenSpots } from '#api/app/demo/pictures/catalogue.ts';
import {
  renderCommunityPicture,
  renderCommunityThumbnail,
  renderCover,
  renderPagePicture,
} from '#api/app/demo/pictures/render.ts';
import { soundIds, synthesise, type SoundId } from '#api/app/demo/sounds/synthesise.ts';

interface Drawn {
  what: string;
  render: () => Promise<Buffer>;
  size: readonly [width: number, height: number];
}

const pictures: Drawn[] = [
  ...bookPages.map(({ id }) => ({
    what: `page ${id}`,
    render: () => renderPagePicture(id),
    size: [1240, 1754] as const,
  })),
  ...covers.map(({ id }) => ({ what: `cover ${id}`, render: () => renderCover(id), size: [600, 800] as const })),
  ...communityPictures.flatMap(({ id }) => [
    { what: `picture ${id}`, render: () => renderCommunityPicture(id), size: [1200, 900] as const },
    { what: `thumbnail ${id}`, render: () => renderCommunityThumbnail(id), size: [480, 360] as const },
  ]),
];

describe('the demo school’s pictures', () => {
  it.each(pictures)(
    'draws $what as a small WebP of its size, and not blank',
    async ({ render, size: [width, height] }) => {
      const file = await render();
      expect(file.length).toBeLessThan(200_000);
      const picture = sharp(file);
      expect(await picture.metadata()).toMatchObject({ format: 'webp', width, height });
      const { channels } = await picture.stats();
      for (const channel of channels.slice(0, 3)) expect(channel.stdev).toBeGreaterThan(10);
    },
  );

  it.each(bookPages)('draws page $id without a number gone wrong', ({ draw }) => {
    expect(draw()).not.toMatch(/NaN|undefined|Infinity/);
  });

  it.each(Object.entries(pushAndListenSpots))(
    'keeps the spots of %s on the page, apart, and with a sound',
    (page, spots) => {
      expect(bookPages.find(({ id }) => id === page)?.type).toBe('PUSH_AND_LISTEN');
      expect(new Set(spots.map(({ name }) => name)).size).toBe(spots.length);
      for (const spot of spots) {
        expect(soundIds).toContain(spot.sound);
        expect(Math.min(spot.x, spot.y, spot.width, spot.height)).toBeGreaterThan(0);
        expect(Math.max(spot.x + spot.width, spot.y + spot.height)).toBeLessThan(100);
      }
      for (const spot of spots) {
        const overlapping = spots.filter(
          (other) =>
            other !== spot &&
            other.x < spot.x + spot.width &&
            spot.x < other.x + other.width &&
            other.y < spot.y + spot.height &&
            spot.y < other.y + other.height,
        );
        expect(overlapping).toEqual([]);
      }
    },
  );
});

function read(file: Buffer) {
  const samples = Array.from(
    { length: (file.length - 44) / 2 },
    (_, index) => file.readInt16LE(44 + index * 2) / 32_768,
  );
  const peak = samples.reduce((max, sample) => Math.max(max, Math.abs(sample)), 0);
  const strength = Math.sqrt(samples.reduce((sum, sample) => sum + sample ** 2, 0) / samples.length);
  return { samples, peak, strength, seconds: samples.length / file.readUInt32LE(24) };
}

/** How strongly one frequency sounds in a stretch of samples. */
function loudnessAt(frequency: number, samples: readonly number[], rate: number): number {
  const [sine, cosine] = samples.reduce(
    ([sin = 0, cos = 0], sample, index) => {
      const angle = (2 * Math.PI * frequency * index) / rate;
      return [sin + sample * Math.sin(angle), cos + sample * Math.cos(angle)];
    },
    [0, 0],
  );
  return Math.hypot(sine ?? 0, cosine ?? 0) / samples.length;
}

describe('the demo school’s sounds', () => {
  it.each(soundIds)('makes %s a mono 16-bit WAV that neither clips nor clicks nor is too quiet', (id: SoundId) => {
    const file = synthesise(id);
    expect(file.toString('latin1', 0, 4) + file.toString('latin1', 8, 16)).toBe('RIFFWAVEfmt ');
    expect(file.readUInt32LE(4)).toBe(file.length - 8);
    expect([file.readUInt16LE(22), file.readUInt32LE(24), file.readUInt16LE(34)]).toEqual([1, 22_050, 16]);
    expect(file.readUInt32LE(40)).toBe(file.length - 44);
    const { samples, peak, strength, seconds } = read(file);
    expect(peak).toBeLessThan(0.95);
    expect(strength).toBeGreaterThan(0.05);
    if (id === 'music-loop') {
      expect(seconds).toBe(12);
      // A loop clicks only when its end does not meet its beginning.
      expect(Math.abs((samples.at(-1) ?? 1) - (samples[0] ?? 0))).toBeLessThan(0.03);
    } else {
      expect(seconds).toBeGreaterThanOrEqual(0.6);
      expect(seconds).toBeLessThanOrEqual(1.6);
      expect(Math.max(Math.abs(samples[0] ?? 1), Math.abs(samples.at(-1) ?? 1))).toBeLessThan(0.001);
    }
  });

  it('comes out the same every time', () => {
    expect(synthesise('rain').equals(synthesise('rain'))).toBe(true);
  });

  it('plays do to do as a C major scale', () => {
    const scale = ['do', 're', 'mi', 'fa', 'so', 'la', 'ti', 'high-do'] as const;
    const semitones = [0, 2, 4, 5, 7, 9, 11, 12];
    for (const [step, id] of scale.entries()) {
      const { samples } = read(synthesise(id));
      const stretch = samples.slice(500, 6000);
      const at = (offset: number) =>
        loudnessAt(523.25 * 2 ** (((semitones[step] ?? 0) + offset) / 12), stretch, 22_050);
      expect(at(0)).toBeGreaterThan(4 * Math.max(at(-1), at(1)));
    }
  });
});
