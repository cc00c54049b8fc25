import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createSoundPlayer } from '#web/shared/players/sound-player.ts';
import { gentleRetry } from '#web/student/ui/frame/problem-page.tsx';

const sounds = ['bell', 'drum', 'bird'].map((id) => ({ id, url: `/media/${id}.wav` }));

// jsdom has no sound.
const play = vi.spyOn(HTMLMediaElement.prototype, 'play');

beforeEach(() => {
  vi.useFakeTimers();
  play.mockReset().mockResolvedValue();
  vi.spyOn(HTMLMediaElement.prototype, 'pause').mockReturnValue();
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function openPage() {
  const player = createSoundPlayer();
  player.open(sounds);
  return { player, end: () => player.audio.dispatchEvent(new Event('ended')) };
}

describe('the sounds of a page', () => {
  it('are heard one at a time, from the address itself while they are not fetched', () => {
    const { player } = openPage();
    player.play('bell');
    player.play('drum');
    expect(player.getState()).toMatchObject({ playing: 'drum', all: false });
    expect(player.audio.src).toMatch(/\/media\/drum\.wav$/);
  });

  it('are played all in their order, with a pause, and counted when heard to the end', () => {
    const { player, end } = openPage();
    player.playAll();
    for (const { id } of sounds) {
      vi.advanceTimersByTime(1000);
      expect(player.getState().playing).toBe(id);
      end();
    }
    vi.advanceTimersByTime(1000);
    expect(player.getState()).toMatchObject({ playing: null, all: false });
    expect([...player.getState().heard]).toEqual(['bell', 'drum', 'bird']);
  });

  it('stop for good in the pause between two', () => {
    const { player, end } = openPage();
    player.playAll();
    end();
    player.stop();
    vi.advanceTimersByTime(5000);
    expect(player.getState()).toMatchObject({ playing: null, all: false });
  });

  it('are repeated one by one or all together, until that is switched off', () => {
    const { player, end } = openPage();
    const heardNext = () => {
      end();
      vi.advanceTimersByTime(1000);
      return player.getState().playing;
    };
    player.setRepeat(true);
    player.play('drum');
    expect([heardNext(), heardNext()]).toEqual(['drum', 'drum']);
    player.playAll();
    expect([heardNext(), heardNext(), heardNext()]).toEqual(['drum', 'bird', 'bell']);
    player.play('bird');
    end();
    player.setRepeat(false);
    vi.advanceTimersByTime(1000);
    expect(player.getState().playing).toBeNull();
  });

  it('go slowly from the next sound on and at once', () => {
    const { player } = openPage();
    player.play('bell');
    player.setSlow(true);
    expect(player.audio.playbackRate).toBeLessThan(1);
    player.play('drum');
    expect(player.audio.playbackRate).toBeLessThan(1);
    player.setSlow(false);
    expect(player.audio.playbackRate).toBe(1);
  });

  it('go slowly alone: a child’s own voice keeps its pace', () => {
    const player = createSoundPlayer();
    player.open([...sounds, { id: 'mine', url: 'blob:mine', own: true }]);
    player.setSlow(true);
    player.play('mine');
    expect(player.audio.playbackRate).toBe(1);
    player.setSlow(false);
    player.setSlow(true);
    expect(player.audio.playbackRate).toBe(1);
    player.play('bell');
    expect(player.audio.playbackRate).toBeLessThan(1);
  });

  it('tell of a sound that did not come, and not of one cut short by the next tap', async () => {
    const { player } = openPage();
    play.mockRejectedValueOnce(new DOMException('cut', 'AbortError'));
    player.play('bell');
    await vi.runAllTimersAsync();
    expect(player.getState().failed).toBe(false);
    play.mockRejectedValueOnce(new DOMException('no sound', 'NotSupportedError'));
    player.play('bell');
    await vi.runAllTimersAsync();
    expect(player.getState()).toMatchObject({ failed: true, playing: null });
    player.play('bell');
    expect(player.getState().failed).toBe(false);
  });

  it('tell of a sound that breaks off, and do not go on to the next', async () => {
    const { player } = openPage();
    player.playAll();
    player.audio.dispatchEvent(new Event('error'));
    expect(player.getState()).toMatchObject({ playing: null, all: false, failed: true });
    await vi.runAllTimersAsync();
    expect(player.getState().playing).toBeNull();
  });

  it('are stopped when the device stops one, as for a call', () => {
    const { player, end } = openPage();
    player.playAll();
    player.audio.dispatchEvent(new Event('pause'));
    expect(player.getState()).toMatchObject({ playing: null, all: false, failed: false });
    // A browser pauses a sound at its end too.
    vi.spyOn(player.audio, 'ended', 'get').mockReturnValue(true);
    player.playAll();
    player.audio.dispatchEvent(new Event('pause'));
    end();
    vi.advanceTimersByTime(1000);
    expect(player.getState()).toMatchObject({ playing: 'drum', all: true });
  });

  it('go on by themselves when the address of the one that was tapped has ended and is renewed', async () => {
    const { player } = openPage();
    play.mockRejectedValueOnce(new DOMException('over', 'NotSupportedError'));
    player.play('drum');
    await vi.runAllTimersAsync();
    player.close();
    player.open(sounds.map(({ id, url }) => ({ id, url: `${url}?expires=2` })));
    expect(player.getState()).toMatchObject({ playing: 'drum', failed: false });
    expect(player.audio.src).toMatch(/drum\.wav\?expires=2$/);
    player.close();
    player.open(sounds);
    expect(player.getState().playing).toBeNull();
  });
});

describe('the sounds of a page that is asked for again', () => {
  const renewed = sounds.map(({ id, url }) => ({ id, url: `${url}?expires=2` }));

  it('play on, and go on with the next', () => {
    const { player, end } = openPage();
    player.playAll();
    player.open(renewed);
    expect(player.getState()).toMatchObject({ playing: 'bell', all: true });
    end();
    player.open(renewed.slice(0, 2));
    vi.advanceTimersByTime(1000);
    expect(player.getState()).toMatchObject({ playing: 'drum', all: true });
    expect(player.audio.src).toMatch(/drum\.wav\?expires=2$/);
  });

  it('stop when the one that plays is gone or is another one', () => {
    const { player, end } = openPage();
    player.play('bell');
    player.open(renewed.slice(1));
    expect(player.getState().playing).toBeNull();
    player.play('drum');
    player.open([{ id: 'drum', url: '/media/new-drum.wav' }]);
    expect(player.getState().playing).toBeNull();
    player.open(sounds);
    player.playAll();
    end();
    player.open(renewed.slice(2));
    vi.advanceTimersByTime(1000);
    expect(player.getState()).toMatchObject({ playing: null, all: false });
  });
});

describe('a page that could not be fetched', () => {
  it('tries again by itself after a 503, then returns to the root after six seconds', () => {
    const [retry, giveUp] = [vi.fn(), vi.fn()];
    gentleRetry(503, { retry, giveUp });
    vi.advanceTimersByTime(5999);
    expect([retry.mock.calls.length, giveUp.mock.calls.length]).toEqual([2, 0]);
    vi.advanceTimersByTime(1);
    expect(giveUp).toHaveBeenCalledTimes(1);
  });

  it.each([0, 502, 504])('tries again without a server and as soon as the network is back (%i)', (status) => {
    const [retry, giveUp] = [vi.fn(), vi.fn()];
    const leave = gentleRetry(status, { retry, giveUp });
    window.dispatchEvent(new Event('online'));
    vi.advanceTimersByTime(5000);
    expect(retry).toHaveBeenCalledTimes(2);
    leave();
    window.dispatchEvent(new Event('online'));
    vi.advanceTimersByTime(60_000);
    expect(retry).toHaveBeenCalledTimes(2);
    expect(giveUp).not.toHaveBeenCalled();
  });

  it('does nothing by itself for other failures', () => {
    const [retry, giveUp] = [vi.fn(), vi.fn()];
    for (const status of [400, 404, 500]) gentleRetry(status, { retry, giveUp });
    vi.advanceTimersByTime(60_000);
    expect([retry.mock.calls.length, giveUp.mock.calls.length]).toEqual([0, 0]);
  });
});
