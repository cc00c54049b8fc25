import '#tests/support/dom.ts';
import { act, fireEvent, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { keptWorld } from '#tests/support/kept-world.ts';
import { loseAnswers } from '#tests/support/held-answers.ts';
import { renderRoute } from '#tests/support/render-route.tsx';
import { makeMedia, makeTextBook } from '#tests/support/teaching.ts';
import { staffClient } from '#web/staff/platform/apollo/client.ts';
import { addStaff } from '../api/school.ts';

const world = keptWorld();
let id = '';
beforeEach(async () => {
  ({ id } = await makeTextBook(world.services.db));
});

/** Somebody else saves another description. */
const changedElsewhere = (description: string) =>
  world.services.pool.query('update textbooks set description = $2, version = version + 1 where id = $1', [
    id,
    description,
  ]);

/** A picture in the library. */
async function makePicture(): Promise<string> {
  const picture = { kind: 'image' as const, contentType: 'image/jpeg', fileName: 'cover.jpg', width: 10, height: 10 };
  const { id: made } = await makeMedia(world.services.db, picture);
  return made;
}

/** Somebody puts this cover on the textbook. */
const covered = (mediaId: string) =>
  world.services.pool.query('update textbooks set thumbnail_media_id = $2, version = version + 1 where id = $1', [
    id,
    mediaId,
  ]);

async function storedDescription(): Promise<string | undefined> {
  const { rows } = await world.services.pool.query<{ description: string }>(
    'select description from textbooks where id = $1',
    [id],
  );
  return rows[0]?.description;
}

const drafts = () =>
  Object.keys(window.sessionStorage)
    .filter((key) => key.startsWith('draft:'))
    .map((key): [string, string] => [key, window.sessionStorage.getItem(key) ?? '']);

async function openForm() {
  const shown = await renderRoute({ world, path: `/text-books/${id}?edit`, role: 'Administrator' });
  const description = await shown.screen.findByLabelText<HTMLTextAreaElement>(/^Description/);
  const save = () => shown.user.click(shown.screen.getByRole('button', { name: 'Save' }));
  return { ...shown, description, save };
}

describe('a form that edits what others may edit too', () => {
  test('shows newer data as long as nobody has changed a field', async () => {
    const { screen, router, description } = await openForm();
    expect(description.value).not.toBe('theirs');
    await changedElsewhere('theirs');
    await act(() => router.navigate('/textbooks'));
    await screen.findByRole('heading', { level: 1, name: 'Textbooks' });
    await act(() => router.navigate(`/text-books/${id}?edit`));
    await waitFor(() => expect(screen.getByLabelText<HTMLTextAreaElement>(/^Description/).value).toBe('theirs'));
  });

  test('asks before a draft that was made from an older version is saved', async () => {
    const first = await openForm();
    fireEvent.change(first.description, { target: { value: 'mine' } });
    await waitFor(() => expect(drafts().map(([, draft]) => draft)).toContain('{"description":"mine"}'));
    const kept = drafts();
    await changedElsewhere('theirs');

    const { screen, router, user } = await renderRoute({ world, path: '/textbooks', role: 'Administrator' });
    for (const [key, draft] of kept) window.sessionStorage.setItem(key, draft);
    await act(() => router.navigate(`/text-books/${id}?edit`));
    const description = await screen.findByLabelText<HTMLTextAreaElement>(/^Description/);
    await waitFor(() => expect(description.value).toBe('mine'));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByRole('button', { name: 'Load the new version' });
    expect(await storedDescription()).toBe('theirs');
  });

  test('keeps the version on which the first change was made, also after a change was taken back', async () => {
    const { screen, user, description, save } = await openForm();
    await user.type(description, 'x');
    await user.clear(description);
    const before = await storedDescription();
    if (before) await user.type(description, before);
    await waitFor(() => expect(drafts()).toEqual([]));
    const name = screen.getByLabelText<HTMLInputElement>(/^Name/);
    await user.type(name, ' mine');
    await changedElsewhere('theirs');
    await act(async () => {
      await staffClient.refetchQueries({ include: 'active' });
    });
    await save();
    await screen.findByRole('button', { name: 'Load the new version' });
    expect(await storedDescription()).toBe('theirs');
  });

  test('restores one’s own changes alone beside somebody else’s', async () => {
    const { screen, user, description, save } = await openForm();
    const name = screen.getByLabelText<HTMLInputElement>(/^Name/);
    await user.type(name, ' mine');
    await changedElsewhere('theirs');
    await save();
    await user.click(await screen.findByRole('button', { name: 'Load the new version' }));
    await waitFor(() => expect(description.value).toBe('theirs'));
    expect(name.value).not.toMatch(/mine$/);
    await user.click(screen.getByRole('button', { name: 'Restore my changes' }));
    expect(name.value).toMatch(/mine$/);
    await save();
    await screen.findByText('Changes saved.');
    expect(await storedDescription()).toBe('theirs');
  });

  test('shows the picture that it will save, not the one that somebody else has put there', async () => {
    const [own, other] = [await makePicture(), await makePicture()];
    await covered(own);
    const { screen, user, save } = await openForm();
    const shown = () => screen.getByRole<HTMLImageElement>('img', { name: 'Thumbnail' }).src;
    await waitFor(() => expect(shown()).toContain(own));
    await user.type(screen.getByLabelText(/^Name/), ' mine');
    await covered(other);
    await save();
    const load = await screen.findByRole('button', { name: 'Load the new version' });
    expect(shown()).toContain(own);
    await user.click(load);
    await waitFor(() => expect(shown()).toContain(other));
    await user.click(screen.getByRole('button', { name: 'Restore my changes' }));
    expect(shown()).toContain(other);
  });

  const ownChanges = {
    'a textbook': async () => ({ path: `/text-books/${id}?edit`, field: /^Name/, operation: 'UpdateTextBook' }),
    'a user': async () => {
      const member = await addStaff(world, { role: 'Administrator' });
      return { path: `/users/${member.id}`, field: /^First name/, operation: 'UpdateUser' };
    },
  };

  test.each(Object.entries(ownChanges))(
    'of %s saves again after a lost answer, and finds its own change',
    async (_, make) => {
      const { path, field, operation } = await make();
      const { screen, user } = await renderRoute({ world, path, role: 'Administrator' });
      await user.type(await screen.findByLabelText(field), ' mine');
      const findAgain = loseAnswers(operation);
      const save = () => user.click(screen.getByRole('button', { name: 'Save' }));
      await save();
      await waitFor(() => expect(document.querySelector('.form-problem')?.textContent).toMatch(/reach the server/));
      findAgain();
      await save();
      await screen.findByText(/[Ss]aved\.$/);
      expect(screen.queryByRole('button', { name: 'Load the new version' })).toBeNull();
    },
  );

  test('says that nothing was saved when the other version cannot be fetched, and keeps the draft', async () => {
    const { screen, description, save } = await openForm();
    fireEvent.change(description, { target: { value: 'mine' } });
    await changedElsewhere('theirs');
    const { fetch } = globalThis;
    let calls = 0;
    globalThis.fetch = (...call) => {
      calls += 1;
      // The change goes through; then the network is gone.
      return calls === 1 ? fetch(...call) : Promise.reject(new TypeError('no network'));
    };
    try {
      await save();
      await waitFor(() => expect(document.querySelector('.form-problem')?.textContent).toMatch(/reach the server/));
    } finally {
      globalThis.fetch = fetch;
    }
    expect(screen.queryByText('Changes saved.')).toBeNull();
    expect(drafts().map(([, draft]) => draft)).toContain('{"description":"mine"}');
    expect(await storedDescription()).toBe('theirs');
  });
});
