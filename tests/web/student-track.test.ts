import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createTrack, type EngineReport, type Track } from '#web/shared/players/track.ts';

const engine = { play: vi.fn(), pause: vi.fn(), seek: vi.fn(), setRate: vi.fn(), end: vi.fn() };
let track: Track;
let tell: (heard: EngineReport) => void;

beforeEach(() => {
  vi.resetAllMocks();
  track = createTrack((say) => {
    tell = say;
    return engine;
  });
  tell({ phase: 'playing', duration: 60, time: 10 });
});

/** Repeats the ten seconds from 10 to 20. */
function repeat(): void {
  track.markPart();
  tell({ time: 20 });
  track.markPart();
}

describe('a track', () => {
  it('says what its engine tells, to everybody who listens', () => {
    const listener = vi.fn();
    const stop = track.subscribe(listener);
    tell({ phase: 'paused', time: 12 });
    expect(track.getState()).toEqual({ phase: 'paused', time: 12, duration: 60, rate: 1, part: null });
    stop();
    tell({ time: 13 });
    expect(listener).toHaveBeenCalledOnce();
  });

  it('goes no further back than its beginning and no further on than its end', () => {
    track.goTo(-5);
    expect(engine.seek).toHaveBeenLastCalledWith(0);
    track.goTo(61);
    expect(engine.seek).toHaveBeenLastCalledWith(60);
  });

  it('begins again after its end', () => {
    tell({ phase: 'ended', time: 60 });
    track.play();
    expect(engine.seek).toHaveBeenLastCalledWith(0);
    expect(engine.play).toHaveBeenCalledOnce();
  });

  it('keeps the pace it was given', () => {
    track.setRate(0.5);
    expect(engine.setRate).toHaveBeenLastCalledWith(0.5);
    expect(track.getState().rate).toBe(0.5);
  });
});

describe('a part that is repeated', () => {
  it('goes from the first tap to the second, at once and every time its end is reached', () => {
    repeat();
    expect(track.getState().part).toEqual({ from: 10, to: 20 });
    expect(engine.seek).toHaveBeenCalledExactlyOnceWith(10);
    tell({ time: 19.9 });
    expect(engine.seek).toHaveBeenCalledOnce();
    tell({ time: 20.1 });
    expect(engine.seek).toHaveBeenCalledTimes(2);
    expect(engine.seek).toHaveBeenLastCalledWith(10);
  });

  it('is the same when the second tap is before the first', () => {
    track.markPart();
    tell({ time: 4 });
    track.markPart();
    expect(track.getState().part).toEqual({ from: 4, to: 10 });
  });

  it('is never shorter than a second', () => {
    track.markPart();
    track.markPart();
    expect(track.getState().part).toEqual({ from: 10, to: 11 });
  });

  it('that reaches the end of the film begins again too', () => {
    repeat();
    tell({ phase: 'ended', time: 60 });
    expect(engine.seek).toHaveBeenLastCalledWith(10);
    expect(engine.play).toHaveBeenCalledOnce();
  });

  it('lets a pause be a pause, wherever it is', () => {
    repeat();
    tell({ phase: 'paused', time: 25 });
    expect(engine.seek).toHaveBeenCalledOnce();
  });

  it('ends with the third tap', () => {
    repeat();
    track.markPart();
    tell({ time: 30 });
    expect(track.getState().part).toBeNull();
    expect(engine.seek).toHaveBeenCalledOnce();
  });
});
