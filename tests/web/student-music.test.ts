import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { musicLoop, loopRate } from '#web/student/platform/sounds/music-loop.ts';
import { createMusic } from '#web/student/platform/sounds/music.ts';
import { hasMusic } from '#web/student/platform/sounds/page-sounds.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const page = { path: '/student/content/c1', hasMusic: true };
const nextPage = { ...page, path: '/student/content/c2' };
const list = { path: '/student/unit-list', hasMusic: false };

function onPageAfterTap() {
  let playing = false;
  const music = createMusic({ start: () => (playing = true), stop: () => (playing = false) });
  music.showPage(page);
  const before = playing;
  music.tap();
  return { music, before, isPlaying: () => playing };
}

describe('the music behind the pages', () => {
  it.each([
    ['/student/content/c1', '', true],
    ['/student/content/c1', '?class=k', true],
    ['/student/community/preview', '?class=k&post=p', true],
    ['/student/content/c1', '?preview', false],
    ['/student/community/list', '', false],
    ['/student/class/k1', '', false],
    ['/student/profiles', '', false],
    ['/student/game-list', '', false],
  ])('belongs to %s%s: %s', (pathname, search, has) => {
    expect(hasMusic(pathname, search)).toBe(has);
  });

  it('plays after a tap on its pages alone', () => {
    const { before, isPlaying, music } = onPageAfterTap();
    expect([before, isPlaying()]).toEqual([false, true]);
    music.showPage(list);
    expect(isPlaying()).toBe(false);
    music.tap();
    expect(isPlaying()).toBe(false);
    music.showPage(page);
    expect(isPlaying()).toBe(false);
  });

  it('stops when the tab is hidden, until the next tap', () => {
    const { music, isPlaying } = onPageAfterTap();
    music.hide();
    expect(isPlaying()).toBe(false);
    music.tap();
    expect(isPlaying()).toBe(true);
  });

  it('is silent from the first that is heard or spoken until another page is opened', () => {
    const { music, isPlaying } = onPageAfterTap();
    music.setQuiet(true);
    expect(isPlaying()).toBe(false);
    music.setQuiet(false);
    music.tap();
    vi.advanceTimersByTime(60_000);
    expect(isPlaying()).toBe(false);
    music.showPage(page);
    expect(isPlaying()).toBe(false);
    music.showPage(nextPage);
    expect(isPlaying()).toBe(true);
  });

  it('goes by its switch, and is silent on a page where it failed', () => {
    const { music, isPlaying } = onPageAfterTap();
    music.setWanted(false);
    expect(isPlaying()).toBe(false);
    music.setWanted(true);
    expect(isPlaying()).toBe(true);
    music.fail();
    music.tap();
    expect(isPlaying()).toBe(false);
    music.showPage(list);
    music.showPage(page);
    music.tap();
    expect(isPlaying()).toBe(true);
  });

  it('is half a minute that never clips and goes over into itself', () => {
    const samples = musicLoop();
    expect(samples.length / loopRate).toBeGreaterThan(20);
    const loudest = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
    expect(loudest).toBeGreaterThan(0.2);
    expect(loudest).toBeLessThan(1);
    // The step from the last sample to the first is no larger than the steps elsewhere.
    const step = (to: number) => Math.abs((samples[to] ?? 0) - (samples.at(to - 1) ?? 0));
    const widest = samples.subarray(1).reduce((most, _, index) => Math.max(most, step(index + 1)), 0);
    expect(step(0)).toBeLessThan(widest);
    // Every tone starts at zero, so a non-zero first sample comes from the wrapped end.
    expect(samples[0]).not.toBe(0);
  });
});
