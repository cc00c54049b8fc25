import { forgetDevice } from '#tests/support/dom.ts';
import { act, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { showDialogs } from '#tests/support/child-in-jsdom.tsx';
import { emptyOutbox } from '#tests/support/empty-outbox.ts';
import { holdAnswers } from '#tests/support/held-answers.ts';
import { keptWorld } from '#tests/support/kept-world.ts';
import { renderRoute } from '#tests/support/render-route.tsx';
import { picture } from '#tests/support/waiting-work.ts';
import { nextTask } from '#web/shared/next-task.ts';
import { profileStore } from '#web/student/platform/profiles/profile-store.ts';
import { outbox } from '#web/student/platform/sending/outbox.ts';
import type { Posting } from '#web/student/platform/sending/work.ts';

const world = keptWorld();
beforeAll(showDialogs);
beforeEach(forgetDevice);
afterEach(emptyOutbox);

/** The sheet that asks for the removal of the child, of whom the device has these works. */
async function askFor(works: readonly Partial<Posting>[], language: 'en' | 'jp' = 'en') {
  return (await openSheet(works, language)).sheet;
}

async function openSheet(works: readonly Partial<Posting>[], language: 'en' | 'jp' = 'en') {
  const shown = await renderRoute({ world, path: '/student/check', language });
  const mia = { id: 'hana', name: 'Mia', animal: 'cat', token: 'none', classIds: [], place: null } as const;
  act(() => profileStore.add(mia));
  for (const [at, work] of works.entries())
    await outbox.keep({ ...picture, id: String(at), stuck: 'sendWallFull', ...work });
  await act(() => shown.router.navigate('/student/profiles'));
  const { screen, user } = shown;
  const words = { en: ['Remove a name', 'Mia Remove'], jp: ['なまえを けす', 'Mia けす'] } as const;
  for (const name of words[language]) await user.click(await screen.findByRole('button', { name }));
  const sheet = await screen.findByRole('dialog');
  await within(sheet).findByText(/ × /);
  return { ...shown, sheet };
}

/** Solves the sum of the sheet. */
async function solve({ user, sheet }: Pick<Awaited<ReturnType<typeof openSheet>>, 'user' | 'sheet'>): Promise<void> {
  const [tens = 0, ones = 0] = within(sheet).getByText(/ × /).textContent.split(' × ').map(Number);
  for (const digit of String(tens * ones)) await user.click(within(sheet).getByRole('button', { name: digit }));
}

it('a removal that a proxy refuses in the place of the server leaves the child on the device', async () => {
  const { user, sheet } = await openSheet([]);
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('<html>Please sign in</html>', { status: 403 })));
  onTestFinished(() => void vi.unstubAllGlobals());
  await solve({ user, sheet });
  await within(sheet).findByText('No internet right now. Let’s try again soon.');
  expect(profileStore.getState().profiles).toHaveLength(1);
});

it('a removal that fails on the server does not blame the network', async () => {
  const { user, sheet } = await openSheet([]);
  const extensions = { status: 500, code: 'INTERNAL_SERVER_ERROR' };
  const failed = () => Response.json({ data: null, errors: [{ message: 'no', extensions }] });
  vi.stubGlobal('fetch', () => Promise.resolve(failed()));
  onTestFinished(() => void vi.unstubAllGlobals());
  await solve({ user, sheet });
  await within(sheet).findByText('That didn’t work. Let’s try again.');
  expect(profileStore.getState().profiles).toHaveLength(1);
});

it('a removal whose answer comes late leaves the sheet open that a child has opened since', async () => {
  const { screen, user, sheet } = await openSheet([]);
  const { answers, letThrough } = holdAnswers('RemoveStudent');
  onTestFinished(() => void vi.unstubAllGlobals());
  await solve({ user, sheet });
  await waitFor(() => expect(answers).toHaveLength(1));
  await user.click(within(sheet).getByRole('button', { name: 'Close' }));
  await user.click(screen.getByRole('button', { name: 'Done' }));
  await user.click(screen.getByRole('button', { name: 'Someone new' }));
  const name = { name: 'Your name' };
  await user.type(await screen.findByRole('textbox', name), 'Noa');
  letThrough();
  await waitFor(() => expect(profileStore.getState().profiles).toEqual([]));
  await act(nextTask);
  await act(nextTask);
  expect(screen.getByRole<HTMLInputElement>('textbox', name).value).toBe('Noa');
});

describe('the question whether to remove a profile', () => {
  const ofKen = { profileId: 'ken' };
  const draft = { classHashCode: null };

  it('says how many works of this child wait to be sent, above the sum', async () => {
    const sheet = await askFor([{}, ofKen, draft]);
    const said = await within(sheet).findByRole('alert');
    expect(said.textContent).toBe('1 thing isn’t on the wall yet. It will be deleted too.');
    const sum = within(sheet).getByText(/ × /);
    expect(said.compareDocumentPosition(sum) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  });

  it.each([
    ['en', '2 things aren’t on the wall yet. They will be deleted too.'],
    ['jp', 'まだ ひろばに ない 作品さくひんが 2こ あるよ。いっしょに きえるよ。'],
  ] as const)('says so in %s', async (language, text) => {
    const sheet = await askFor([{}, {}], language);
    expect((await within(sheet).findByRole('alert')).textContent).toBe(text);
  });

  it('says nothing where none of this child’s waits', async () => {
    const sheet = await askFor([ofKen, draft]);
    // The chip has counted the works by now, from the same store.
    await within(document.body).findByRole('button', { name: '1 waiting to send', hidden: true });
    await outbox.select(({ id }) => id);
    expect(within(sheet).queryByRole('alert')).toBeNull();
  });
});
