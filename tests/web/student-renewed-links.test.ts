import '#tests/support/dom.ts';
import { expect, test, vi } from 'vitest';
import { renewLinks } from '#web/student/platform/apollo/renew-links.ts';

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
  const settled = async () => vi.waitFor(() => Promise.all(ask.mock.results.map(({ value }) => value as unknown)));
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
