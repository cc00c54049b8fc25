import '#tests/support/dom.ts';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createClaims } from '#web/student/platform/claims.ts';
import { refreshOnReturn, renewLinks } from '#web/student/platform/apollo/renew-links.ts';

const signed = (name: string, expires = 1): string => `/media/${name}/page.png?expires=${expires}&signature=abc`;

/** An element of the page that does not load. */
function fails(kind: 'img' | 'audio' | 'video', src: string): void {
  const element = document.body.appendChild(document.createElement(kind));
  element.src = src;
  element.dispatchEvent(new Event('error'));
  element.remove();
}

test('a signed picture, sound or film that does not load has the page’s queries asked once again', async () => {
  const ask = vi.fn(() => Promise.resolve());
  const end = renewLinks(ask);
  const settled = () => Promise.all(ask.mock.results.map(({ value }) => value as unknown));
  fails('img', signed('one'));
  fails('audio', signed('two'));
  expect(ask).toHaveBeenCalledTimes(1);
  await settled();
  fails('img', signed('one'));
  expect(ask).toHaveBeenCalledTimes(1);
  fails('video', signed('one', 2));
  expect(ask).toHaveBeenCalledTimes(2);
  await settled();
  fails('img', '/icons/fox.png');
  fails('img', `https://elsewhere.test${signed('three')}`);
  expect(ask).toHaveBeenCalledTimes(2);
  window.dispatchEvent(new Event('online'));
  fails('img', signed('one'));
  expect(ask).toHaveBeenCalledTimes(3);
  end();
  fails('img', signed('four'));
  expect(ask).toHaveBeenCalledTimes(3);
});

describe('a page whose child comes back', () => {
  function open() {
    vi.useFakeTimers({ toFake: ['Date'] });
    let isHidden = false;
    const hidden = vi.spyOn(document, 'hidden', 'get').mockImplementation(() => isHidden);
    const ask = vi.fn(() => Promise.resolve());
    const playing = createClaims();
    const end = refreshOnReturn(playing, ask);
    onTestFinished(() => {
      end();
      hidden.mockRestore();
      vi.useRealTimers();
    });
    const show = (isShown: boolean) => {
      isHidden = !isShown;
      document.dispatchEvent(new Event('visibilitychange'));
    };
    const leaveFor = (minutes: number) => {
      show(false);
      vi.setSystemTime(Date.now() + minutes * 60_000);
      show(true);
    };
    return { ask, leaveFor, playing };
  }

  test('after minutes, or with the network, has its queries asked again', () => {
    const { ask, leaveFor } = open();
    leaveFor(4);
    expect(ask).not.toHaveBeenCalled();
    leaveFor(6);
    expect(ask).toHaveBeenCalledTimes(1);
    window.dispatchEvent(new Event('online'));
    expect(ask).toHaveBeenCalledTimes(2);
  });

  test('is let be while a sound plays, and asks when it has ended', () => {
    const { ask, leaveFor, playing } = open();
    const endSound = playing.claim();
    leaveFor(6);
    expect(ask).not.toHaveBeenCalled();
    endSound();
    expect(ask).toHaveBeenCalledTimes(1);
  });
});
