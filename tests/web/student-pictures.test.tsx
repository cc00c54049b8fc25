import '#tests/support/dom.ts';
import { cleanup, fireEvent, render } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { showDialogs } from '#tests/support/child-in-jsdom.tsx';
import { ownWords } from '#tests/support/own-words.ts';
import { PostPicture } from '#web/student/features/community/post-picture.tsx';
import { PageView, type StudentContent } from '#web/student/features/players/page-view.tsx';
import { ContentPicture } from '#web/student/features/lessons/content-cards.tsx';
import { BookCover } from '#web/student/features/lessons/book-cover.tsx';
import student from '../../locales/en/student.json' with { type: 'json' };

ownWords({ en: { student } });
beforeAll(showDialogs);
afterEach(cleanup);

/** The picture of a page, which has one size. */
const sized = (url: string) => ({ width: 800, height: 600, url, phoneUrl: url, tabletUrl: url });
const page = { name: 'Hello', type: 'READ', description: '' } as StudentContent;

describe.each([
  ['a child’s picture', (url: string) => <PostPicture url={url} alt="A boat" />],
  ['a page of a book', (url: string) => <PageView content={{ ...page, pageImage: sized(url) }} />],
  ['a book’s cover', (url: string) => <BookCover name="Hello" thumbnail={url} />],
  ['the picture of a content’s card', (url: string) => <ContentPicture url={url} type="READ" />],
])('%s that did not load', (_, picture) => {
  const shown = () => document.querySelector('img')?.getAttribute('src') ?? null;
  /** Shows the picture, which does not load. */
  function fail() {
    const { rerender } = render(picture('/media/boat?expires=1'));
    const image = document.querySelector('img');
    if (!image) throw new Error('nothing is loaded');
    fireEvent.error(image);
    return rerender;
  }

  it('has a drawing in its place while its address is the same', () => {
    const rerender = fail();
    rerender(picture('/media/boat?expires=1'));
    expect([shown(), document.querySelector('svg') !== null]).toEqual([null, true]);
  });

  it('is shown by its renewed address', () => {
    fail()(picture('/media/boat?expires=2'));
    expect(shown()).toBe('/media/boat?expires=2');
  });

  it('is tried again by the same address when the network is back', () => {
    fail();
    fireEvent(window, new Event('online'));
    expect(shown()).toBe('/media/boat?expires=1');
  });
});
