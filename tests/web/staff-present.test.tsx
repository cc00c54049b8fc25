import '#tests/support/dom.ts';
import { fireEvent, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { newId } from '#api/ground/db/ids.ts';
import { ContentType } from '#schema/rest/enumerations.ts';
import { keptWorld } from '#tests/support/kept-world.ts';
import { demoEmail } from '#tests/support/people.ts';
import { renderRoute, type RenderOptions } from '#tests/support/render-route.tsx';
import {
  dayFromNow,
  makeChild,
  makeClass,
  makeContent,
  makeLesson,
  makeMedia,
  makePushAndListenItem,
  makeTextBook,
} from '#tests/support/teaching.ts';

const world = keptWorld();

// jsdom has no sound.
const play = vi.spyOn(HTMLMediaElement.prototype, 'play');
beforeEach(() => {
  play.mockReset().mockResolvedValue();
  vi.spyOn(HTMLMediaElement.prototype, 'pause').mockReturnValue();
});

/** A class of the demo school's teacher: two units of two pages, with a draft between the first two. */
async function taughtClass(given: { readonly endDate?: string } = {}) {
  const { db, pool } = world.services;
  const { rows } = await pool.query<{ id: string }>('select id from users where email = $1', [demoEmail.Teacher]);
  const book = await makeTextBook(db, { name: 'Board' });
  const [one, two] = [
    await makeLesson(db, { textbookId: book.id, position: 0, title: 'Unit one', name: 'Colours' }),
    await makeLesson(db, { textbookId: book.id, position: 1, title: 'Unit two', name: 'Animals' }),
  ];
  const image = await makeMedia(db, { width: 300, height: 400 });
  const paged = { pageImageMediaId: image.id };
  const listen = await makeContent(db, {
    ...{ lessonId: one.id, position: 0, name: 'Red', type: ContentType.PUSH_AND_LISTEN, ...paged },
  });
  const draft = await makeContent(db, { lessonId: one.id, position: 1, name: 'Draft', publishedAt: null });
  await makeContent(db, { lessonId: one.id, position: 2, name: 'Blue', ...paged });
  await makeContent(db, { lessonId: two.id, position: 0, name: 'Cat', ...paged });
  const { id: audioMediaId } = await makeMedia(db);
  const spot = { audioMediaId, spotX: 10, spotY: 10, spotWidth: 20, spotHeight: 10 };
  await makePushAndListenItem(db, { contentId: listen.id, position: 0, name: 'a red apple', ...spot });
  await makePushAndListenItem(db, { contentId: listen.id, position: 1, name: 'a red bus', ...spot, spotY: 60 });
  const found = await makeClass(db, { textbookId: book.id, mainTeacherId: rows[0]?.id ?? null, ...given });
  await makeChild(db, { name: 'Haruto', classId: found.id });
  return { id: found.id, draft, path: `/classes/${found.id}` };
}

const shown = (path: string, role: RenderOptions['role'] = 'Teacher') => renderRoute({ world, path, role });

test('a teacher shows a unit on the board, turns pages by buttons and clicker, and leaves by Escape', async () => {
  const { path } = await taughtClass();
  const { screen, user, router } = await shown(path);
  const links = await screen.findAllByRole('link', { name: /on the board/ });
  expect(links.map((link) => link.getAttribute('aria-label'))).toEqual([
    'Show on the board: Unit one',
    'Show on the board: Unit two',
  ]);
  await user.click(screen.getByRole('link', { name: 'Unit one' }));
  const page = (name: string) => screen.findByRole('heading', { level: 1, name });
  await page('Red');
  expect(screen.queryByRole('navigation')).toBeNull();
  expect(screen.getByRole('button', { name: 'Back' })).toHaveProperty('disabled', true);

  await user.click(screen.getByRole('button', { name: 'Next' }));
  await page('Blue');
  fireEvent.keyDown(document.body, { key: 'PageDown' });
  await page('Cat');
  expect(screen.getByRole('button', { name: 'Next' })).toHaveProperty('disabled', true);
  fireEvent.keyDown(document.body, { key: 'ArrowLeft' });
  await page('Blue');
  fireEvent.keyDown(document.body, { key: 'PageUp' });
  await page('Red');
  expect(document.body.textContent).not.toContain('Haruto');

  await user.click(screen.getByRole('button', { name: 'Pages' }));
  const list = within(await screen.findByRole('dialog'));
  expect(list.getByRole('button', { current: 'page' }).textContent).toContain('Red');
  fireEvent.keyDown(list.getByRole('button', { current: 'page' }), { key: 'ArrowRight' });
  await user.click(list.getByRole('button', { name: /^Cat/ }));
  await page('Cat');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

  fireEvent.keyDown(document.body, { key: 'Escape' });
  await waitFor(() => expect(router.state.location.pathname).toBe(path));
  expect(router.state.location.search).toBe('');
});

test('the board shows published pages alone, to administrators too', async () => {
  const { path, draft } = await taughtClass();
  const { screen, user } = await shown(`${path}/present`, 'Administrator');
  await screen.findByRole('heading', { level: 1, name: 'Red' });
  await user.click(screen.getByRole('button', { name: 'Pages' }));
  const list = within(await screen.findByRole('dialog'));
  expect(list.queryByText('Draft')).toBeNull();

  const other = await shown(`${path}/present?content=${draft.hashCode}`, 'Administrator');
  await other.user.click(await other.screen.findByRole('link', { name: 'Open the first page' }));
  await other.screen.findByRole('heading', { level: 1, name: 'Red' });
});

test('a class of others has no board, and an ended one nothing to show', async () => {
  const others = await shown(`/classes/${newId()}/present`);
  await others.screen.findByRole('heading', { level: 1, name: 'Class not found' });
  const { path } = await taughtClass({ endDate: dayFromNow(-1) });
  const ended = await shown(`${path}/present`);
  await ended.screen.findByRole('heading', { level: 1, name: 'No pages to show' });
  expect(ended.screen.getByRole('link', { name: 'Class' }).getAttribute('href')).toBe(path);
});

test('spots play slowly, again and again, and are covered one by one', async () => {
  const { path } = await taughtClass();
  const { screen, user } = await shown(`${path}/present`);
  await user.click(await screen.findByRole('button', { name: 'Slow' }));
  await user.click(screen.getByRole('button', { name: 'Repeat' }));
  const apple = screen.getByRole('button', { name: 'Listen to “a red apple”' });
  await user.click(apple);
  const sound = document.querySelector('audio');
  await waitFor(() => expect([sound?.playbackRate, play.mock.calls.length]).toEqual([0.7, 1]));
  sound?.dispatchEvent(new Event('ended'));
  await waitFor(() => expect(play).toHaveBeenCalledTimes(2));
  await user.click(screen.getByRole('button', { name: 'Stop' }));

  await user.click(screen.getByRole('button', { name: 'Cover spots' }));
  expect(screen.queryByRole('button', { name: /^Listen to/ })).toBeNull();
  await user.click(screen.getByRole('button', { name: '2 Uncover' }));
  expect(screen.getAllByRole('button', { name: /^Listen to/ })).toHaveLength(1);
  expect(play).toHaveBeenCalledTimes(2);
  await user.click(screen.getByRole('button', { name: 'Listen to “a red bus”' }));
  expect(play).toHaveBeenCalledTimes(3);
  await user.click(screen.getByRole('button', { name: 'Cover spots' }));
  expect(screen.getAllByRole('button', { name: /^Listen to/ })).toHaveLength(2);
});

test('the curtain covers the page with its spots, is pulled by keys, and opened by the clicker', async () => {
  const { path } = await taughtClass();
  const { screen, user } = await shown(`${path}/present`);
  await user.click(await screen.findByRole('button', { name: 'Curtain' }));
  const edge = screen.getByRole('slider', { name: 'Edge of the curtain' });
  expect(screen.queryByRole('button', { name: /^Listen to/ })).toBeNull();
  for (let press = 0; press < 5; press += 1) fireEvent.keyDown(edge, { key: 'ArrowDown' });
  expect(edge.getAttribute('aria-valuetext')).toBe('25% of the page is shown');
  expect(screen.getAllByRole('button', { name: /^Listen to/ })).toHaveLength(1);
  fireEvent.keyDown(document.body, { key: 'b' });
  expect(screen.queryByRole('slider')).toBeNull();
  expect(screen.getAllByRole('button', { name: /^Listen to/ })).toHaveLength(2);
  fireEvent.keyDown(document.body, { key: '.' });
  await screen.findByRole('slider');
});

test('a picture that did not load comes when the network is back', async () => {
  const { path } = await taughtClass();
  const { screen } = await shown(`${path}/present`);
  const curtain = () => screen.queryByRole('button', { name: 'Curtain' });
  fireEvent.error(await screen.findByRole('img', { name: /Red/ }));
  await waitFor(() => expect(curtain()).toBeNull());
  fireEvent(window, new Event('online'));
  await waitFor(() => expect(curtain()).not.toBeNull());
});
