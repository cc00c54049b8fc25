import '#tests/support/dom.ts';
import { act, waitFor, within } from '@testing-library/react';
import { eq } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { newId } from '#api/ground/db/ids.ts';
import { communityPosts } from '#api/ground/db/schema.ts';
import { recordingSeconds } from '#schema/rules/files.ts';
import { emptyOutbox } from '#tests/support/empty-outbox.ts';
import { takeForms } from '#tests/support/form-requests.ts';
import { keptWorld } from '#tests/support/kept-world.ts';
import { lessonOfMia } from '#tests/support/lesson-in-jsdom.tsx';
import { sound } from '#tests/support/media-samples.ts';
import { makeLesson } from '#tests/support/teaching.ts';
import { paths } from '#web/paths.ts';
import { outbox, sender } from '#web/student/platform/sending/outbox.ts';
import type { Recording } from '#web/student/platform/sending/work.ts';
import { workInHand } from '#web/student/platform/work-in-hand.ts';

const world = keptWorld();
const { made, visit } = lessonOfMia(world);
let voice: ArrayBuffer;
let secondUnit: Awaited<ReturnType<typeof makeLesson>>;

beforeAll(async () => {
  voice = Uint8Array.from(await sound('mp3')).buffer;
});
beforeEach(async () => {
  // jsdom plays nothing.
  vi.spyOn(HTMLMediaElement.prototype, 'pause').mockReturnValue();
  await emptyOutbox();
  secondUnit = await makeLesson(world.services.db, { textbookId: made().book.id, position: 1, name: 'Second unit' });
});

/** A recording of Mia's for the class's wall that is not sent; `over` says what is different about it. */
function recordingOf(over: Partial<Recording> = {}): Recording {
  const id = newId();
  return {
    ...{ kind: 'record', id, clientId: id, profileId: made().child.id, madeAt: 1, bytes: voice, seconds: 2 },
    ...{ silent: false, contentHashCode: null, lessonHashCode: 'withdrawn', classId: made().room.id },
    ...{ classHashCode: null, requestId: null, stuck: null },
    ...over,
  };
}

/** Mia, where a work is put on the class's wall. */
async function openPosting() {
  const shown = await visit();
  await act(() => shown.router.navigate(paths.communityUpload({ class: made().room.classHashCode })));
  const { screen, user } = shown;
  await screen.findByRole('region', { name: 'Show something' });
  const speak = async () => {
    await user.click(screen.getByRole('button', { name: 'Speak' }));
    return within(await screen.findByRole('dialog', { name: 'Speak' }));
  };
  return { ...shown, speak };
}

const postsOf = (profileId: string) =>
  world.services.db
    .select({
      classId: communityPosts.classId,
      kind: communityPosts.kind,
      lessonId: communityPosts.lessonId,
      contentId: communityPosts.contentId,
    })
    .from(communityPosts)
    .where(eq(communityPosts.profileId, profileId));

describe('a voice for the wall', () => {
  it('has its limit said before the child speaks', async () => {
    const { screen, speak } = await openPosting();
    expect(recordingSeconds).toBe(3 * 60);
    screen.getByText('Speak for up to 3 minutes.');
    const sheet = await speak();
    await sheet.findByText('Up to 3 minutes.');
    sheet.getByRole('button', { name: 'Record' });
  });

  it('says kindly that the device has no microphone', async () => {
    const { user, speak } = await openPosting();
    const sheet = await speak();
    await user.click(await sheet.findByRole('button', { name: 'Record' }));
    await sheet.findByText('We can’t record here');
  });

  it('goes to the class’s wall for the chosen unit, without a page, once', async () => {
    takeForms();
    await outbox.keep(recordingOf());
    const { user, speak } = await openPosting();
    const sheet = await speak();
    await sheet.findByText('Your last recording is still here.');
    await user.click(sheet.getByRole('button', { name: /Second unit/ }));
    await user.click(sheet.getByRole('button', { name: 'Send' }));
    await sheet.findByText('It’s waiting for your teacher.');
    sheet.getByRole('link', { name: 'Go to the wall' });
    const { child, room } = made();
    expect(await postsOf(child.id)).toEqual([
      { classId: room.id, kind: 'record', lessonId: secondUnit.id, contentId: null },
    ]);
    expect(await outbox.select(({ id }) => id)).toEqual([]);
  });

  it('waits on the device without a network, and is there again in the sheet', async () => {
    const network = takeForms();
    network.isOn = false;
    await outbox.keep(recordingOf({ lessonHashCode: secondUnit.hashCode }));
    const { user, screen, speak } = await openPosting();
    const sheet = await speak();
    await user.click(await sheet.findByRole('button', { name: 'Send' }));
    await sheet.findByText('No internet. We’ll send it later.');
    // The unit goes with the recording that was sent.
    expect(sheet.queryByText('Which unit is it for?')).toBeNull();
    await user.click(sheet.getByRole('button', { name: 'Close' }));
    await screen.findByRole('button', { name: '1 waiting to send' });
    const again = await speak();
    await again.findByText('No internet. We’ll send it later.');
    again.getByRole('button', { name: 'One more' });
    network.isOn = true;
    act(() => sender.now());
    await again.findByText('It’s waiting for your teacher.');
    expect(await postsOf(made().child.id)).toMatchObject([{ lessonId: secondUnit.id, contentId: null }]);
  });

  it('stays when the sheet is closed, with its unit, and is deleted only by the child', async () => {
    const recording = recordingOf();
    await outbox.keep(recording);
    const { user, screen, speak } = await openPosting();
    const sheet = await speak();
    await user.click(await sheet.findByRole('button', { name: /Second unit/ }));
    // The board must not take the child away from an unsent work.
    expect(workInHand.isClaimed()).toBe(true);
    await user.click(sheet.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(workInHand.isClaimed()).toBe(false));
    const again = await speak();
    const chosen = await again.findByRole('button', { name: /Second unit/ });
    expect(chosen.getAttribute('aria-pressed')).toBe('true');
    await user.click(again.getByRole('button', { name: 'Delete' }));
    const question = within(await screen.findByRole('dialog', { name: 'Delete this recording?' }));
    await user.click(question.getByRole('button', { name: 'Delete' }));
    await again.findByRole('button', { name: 'Record' });
    expect(await outbox.select(({ id }) => id)).toEqual([]);
  });

  it.each([
    ['a page of the book', { contentHashCode: 'page', classId: null }],
    ['the wall of another class', { classId: newId() }],
    ['another child', { profileId: newId() }],
  ])('is not offered in place of a recording for %s, which stays', async (_, over) => {
    const other = recordingOf(over);
    await outbox.keep(other);
    const { speak } = await openPosting();
    const sheet = await speak();
    await sheet.findByRole('button', { name: 'Record' });
    // Read after the sheet has looked for an earlier recording.
    expect(await act(() => outbox.select(({ id }) => id))).toEqual([other.id]);
    sheet.getByRole('button', { name: 'Record' });
  });
});
