import { describe, expect, it } from 'vitest';
import { fileMaximum, videoSeconds } from '#schema/rules/files.ts';
import { planOf, soundBitrate } from '#web/student/features/posting/video-plan.ts';
import type { Posting } from '#web/student/platform/sending/work.ts';
import { readWork } from '#web/student/platform/sending/work.ts';
import { picture } from '#tests/support/waiting-work.ts';

describe('what a film is to become', () => {
  it('fits into 10 MB with its sound, as long as it may be', () => {
    for (const seconds of [0.5, 10, 30, 60, videoSeconds]) {
      const { bitrate } = planOf({ width: 1920, height: 1080, seconds });
      expect(((bitrate + soundBitrate) * seconds) / 8).toBeLessThan(fileMaximum * 0.9);
      expect(bitrate).toBeGreaterThan(400_000);
    }
    expect(planOf({ width: 1920, height: 1080, seconds: 60 }, 0.5).bitrate).toBeLessThan(
      planOf({ width: 1920, height: 1080, seconds: 60 }).bitrate,
    );
  });

  it('has at most 720 lines, fewer where it is long, even numbers, and its own proportions', () => {
    const sizeOf = (width: number, height: number, seconds = 20) => {
      const plan = planOf({ width, height, seconds });
      return [plan.width, plan.height];
    };
    expect(sizeOf(3840, 2160)).toEqual([1280, 720]);
    expect(sizeOf(1080, 1920)).toEqual([720, 1280]);
    expect(sizeOf(1920, 1080, 119)).toEqual([854, 480]);
    expect(sizeOf(641, 361)).toEqual([642, 362]);
    expect(sizeOf(3000, 300)).toEqual([1280, 128]);
  });
});

describe('a picture or film that waits on the device', () => {
  const film: Posting = { ...picture, kind: 'video', stuck: 'sendShelfFull', title: 'Song', type: 'video/mp4' };

  it('is read back as it was kept, and anything else is left out', () => {
    expect(readWork({ ...film })).toEqual(film);
    expect(readWork({ ...film, stuck: 'else' })?.stuck).toBeNull();
    for (const odd of [{ ...film, bytes: [] }, { ...film, classId: 1 }, { ...film, kind: 'other' }, null])
      expect(readWork(odd)).toBeUndefined();
  });
});
