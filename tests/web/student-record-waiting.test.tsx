import '#tests/support/dom.ts';
import { act, within } from '@testing-library/react';
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { contents } from '#api/ground/db/schema.ts';
import { ContentType } from '#schema/rest/enumerations.ts';
import { holdRequests } from '#tests/support/held-answers.ts';
import { keptWorld } from '#tests/support/kept-world.ts';
import { lessonOfMia } from '#tests/support/lesson-in-jsdom.tsx';
import { paths } from '#web/paths.ts';
import { outbox } from '#web/student/platform/sending/outbox.ts';
import type { SendProblem } from '#web/student/platform/sending/send-problem.ts';

const world = keptWorld();
const { made, visit } = lessonOfMia(world);

const id = '1d0a7cf2-5f5c-4d0e-9a3f-2b7f0b1f6d20';

beforeEach(async () => {
  // jsdom plays nothing.
  vi.spyOn(HTMLMediaElement.prototype, 'pause').mockReturnValue();
  const [page] = made().pages;
  await world.services.db.update(contents).set({ type: ContentType.RECORD }).where(eq(contents.id, page.id));
});

afterEach(async () => {
  vi.restoreAllMocks();
  await outbox.remove(id);
});

/** The page for speaking, with a recording of Mia's that is a draft, or waits for its class's wall. */
async function visitRecording(
  classHashCode: string | null,
  stuck: SendProblem | null,
  { requestId = null, button = 'Delete' }: { requestId?: string | null; button?: string } = {},
) {
  const { child, pages, room } = made();
  await outbox.keep({
    ...{ kind: 'record', id, clientId: id, profileId: child.id, madeAt: 1, requestId, classHashCode, stuck },
    ...{ bytes: new ArrayBuffer(8), seconds: 2, silent: false },
    ...{ contentHashCode: pages[0].hashCode, classId: null, lessonHashCode: 'unit' },
  });
  const shown = await visit();
  await act(() => shown.router.navigate(paths.studentContent(pages[0].hashCode, { class: room.classHashCode })));
  await shown.screen.findByRole('button', { name: button });
  const offers = (name: string) => shown.screen.queryByRole('button', { name }) !== null;
  return Object.assign(offers, shown);
}

it('says how long a recording may be before the child speaks', async () => {
  const { pages, room } = made();
  const { screen, router } = await visit();
  await act(() => router.navigate(paths.studentContent(pages[0].hashCode, { class: room.classHashCode })));
  await screen.findByRole('button', { name: 'Record' });
  screen.getByText('Up to 3 minutes.');
});

it('offers another try in place of a recording that was never sent', async () => {
  const offersOnDraft = await visitRecording(null, null);
  expect([offersOnDraft('Record again'), offersOnDraft('One more')]).toEqual([true, false]);
});

it('offers another try in place of a recording that the wall will never take', async () => {
  const offers = await visitRecording(made().room.classHashCode, 'sendTooLong');
  expect([offers('Record again'), offers('One more')]).toEqual([true, false]);
});

it('offers one more recording beside one that waits to be sent, which stays', async () => {
  const offers = await visitRecording(made().room.classHashCode, 'sendWallFull');
  expect([offers('Record again'), offers('One more')]).toEqual([false, true]);
});

async function openList({ screen, user }: Awaited<ReturnType<typeof visitRecording>>) {
  await user.click(await screen.findByRole('button', { name: '1 waiting to send' }));
  return within(await screen.findByRole('dialog', { name: 'On the way to the wall' }));
}

it('offers no deletion of a recording that the server has, since the wall will show it', async () => {
  const { isSent } = holdRequests('WorkStatus');
  const requestId = '5b1c2c5e-5a0e-4a86-9b0c-6f8f0a3f2f11';
  const stuck = 'sendNotYourClass';
  const offers = await visitRecording(made().room.classHashCode, stuck, { requestId, button: 'One more' });
  expect(offers('Delete')).toBe(false);
  const list = await openList(offers);
  await offers.user.click(await list.findByRole('button', { name: 'Send now' }));
  await isSent(1);
  await list.findByText('It’s there! Getting it ready…');
  expect(list.queryByRole('button', { name: 'Throw away' })).toBeNull();
});

it('offers the deletion of a recording that the server does not have', async () => {
  const list = await openList(await visitRecording(made().room.classHashCode, 'sendWallFull'));
  await list.findByRole('button', { name: 'Throw away' });
});
