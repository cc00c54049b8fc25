import { forgetDevice, reachGateway } from '#tests/support/dom.ts';
import { act, waitFor, within } from '@testing-library/react';
import { eq } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { signStudentToken } from '#api/domains/auth/tokens.ts';
import { newId } from '#api/ground/db/ids.ts';
import { communityPosts } from '#api/ground/db/schema.ts';
import { regenerateClassQrCode } from '#schema/rest/classes.ts';
import { ContentType } from '#schema/rest/enumerations.ts';
import { classOf, send } from '#tests/api/school.ts';
import { showDialogs } from '#tests/support/child-in-jsdom.tsx';
import { emptyOutbox } from '#tests/support/empty-outbox.ts';
import { takeForms } from '#tests/support/form-requests.ts';
import { keptWorld } from '#tests/support/kept-world.ts';
import { sound } from '#tests/support/media-samples.ts';
import { signIn } from '#tests/support/people.ts';
import { renderRoute } from '#tests/support/render-route.tsx';
import { makeChild, makeClass, makeContent, makeLesson, makeTextBook } from '#tests/support/teaching.ts';
import { paths } from '#web/paths.ts';
import { profileStore } from '#web/student/platform/profiles/profile-store.ts';
import { infoOf, placeIn } from '#web/student/platform/profiles/stored-profile.ts';
import { outbox, sender } from '#web/student/platform/sending/outbox.ts';
import { postWork } from '#web/student/platform/sending/post-work.ts';
import type { Recording } from '#web/student/platform/sending/work.ts';

const world = keptWorld();
let voice: ArrayBuffer;

beforeAll(async () => {
  showDialogs();
  voice = Uint8Array.from(await sound('mp3')).buffer;
});
beforeEach(async () => {
  forgetDevice();
  reachGateway(world.url);
  await emptyOutbox();
});

/** A child of a class, on a device that has a recording of the child's for a page of the class's book. */
async function aSpeaker() {
  const { db, secrets } = world.services;
  const book = await makeTextBook(db);
  const unit = await makeLesson(db, { textbookId: book.id, position: 0 });
  const page = await makeContent(db, { lessonId: unit.id, position: 0, type: ContentType.RECORD });
  const room = await makeClass(db, { textbookId: book.id });
  const child = await makeChild(db, { classId: room.id, name: 'Mia' });
  const place = placeIn({ ...room, textBook: book });
  const token = await signStudentToken(secrets, child.id);
  const profile = { id: child.id, name: 'Mia', animal: 'cat', token, classIds: [room.id], place } as const;
  const id = newId();
  const recording: Recording = {
    ...{ kind: 'record', id, clientId: id, profileId: child.id, madeAt: 1, bytes: voice, seconds: 2, silent: false },
    ...{ contentHashCode: page.hashCode, lessonHashCode: unit.hashCode },
    ...{ classHashCode: null, classId: null, requestId: null, stuck: null },
  };
  return { room, page, profile, recording };
}
type Speaker = Awaited<ReturnType<typeof aSpeaker>>;

/** The page for speaking, opened with the class's code, by the child whose profile the device has. */
async function openPage({ page, room, profile }: Speaker, recording: Recording) {
  await outbox.keep(recording);
  const shown = await renderRoute({ world, path: paths.check });
  act(() => {
    profileStore.add(profile);
    profileStore.setInfo(infoOf(profile));
    // As the sender does when a page loads.
    sender.now();
  });
  const { user, screen, router } = shown;
  const open = (code: string) => act(() => router.navigate(paths.studentContent(page.hashCode, { class: code })));
  await open(room.classHashCode);
  const press = async (name: string) => user.click(await screen.findByRole('button', { name }));

  /** Sends from the list of what waits on the device. */
  async function sendFromList(): Promise<void> {
    await press('1 waiting to send');
    const list = within(await screen.findByRole('dialog', { name: 'On the way to the wall' }));
    await user.click(await list.findByRole('button', { name: 'Send now' }));
    await list.findByText('Nothing is waiting now!');
  }
  return { ...shown, open, press, sendFromList };
}
type Shown = Awaited<ReturnType<typeof openPage>>;

async function replaceCode({ room }: Speaker): Promise<string> {
  const { accessToken: token } = await signIn(world, 'Administrator');
  return (await classOf(send(world, regenerateClassQrCode, { token, params: { id: room.id } }))).classHashCode;
}

async function showCode({ router }: Shown, code: string): Promise<void> {
  await act(() => router.navigate(paths.studentClass(code)));
  await waitFor(() => expect(profileStore.getState().profiles[0]?.place?.hashCode).toBe(code));
}

/** The work is on the class's wall once, and no longer on the device. */
async function arrivedOnce({ room, profile }: Speaker): Promise<void> {
  await waitFor(async () => expect(await outbox.select(({ id }) => id)).toEqual([]));
  const posts = await postsOf(profile.id);
  expect(posts).toEqual([{ classId: room.id }]);
}

const postsOf = (profileId: string) =>
  world.services.db
    .select({ classId: communityPosts.classId })
    .from(communityPosts)
    .where(eq(communityPosts.profileId, profileId));

/** The recording as the device keeps it between the upload and the server's last word. */
async function received({ room, profile: { token }, recording }: Speaker): Promise<Recording> {
  const work = { ...recording, classHashCode: room.classHashCode };
  const { signal } = new AbortController();
  return { ...work, requestId: await postWork({ work, token, onProgress: () => undefined, signal }) };
}

const refused = 'Show your class code again, then send. Or ask your teacher.';

describe('a recording that was sent by a code that was replaced before it arrived', () => {
  /** Sends while the network is off, so that the recording waits. */
  async function sendOffline(speaker: Speaker) {
    const network = takeForms();
    const shown = await openPage(speaker, speaker.recording);
    network.isOn = false;
    await shown.press('Send');
    await shown.screen.findByText('No internet. We’ll send it later.');
    const code = await replaceCode(speaker);
    const reconnect = () => {
      network.isOn = true;
      sender.now();
    };
    return { ...shown, code, reconnect };
  }

  it.each(['the page', 'the page with the old code', 'the list'])(
    'arrives once from %s when the child has shown the new code',
    async (from) => {
      const speaker = await aSpeaker();
      const shown = await sendOffline(speaker);
      shown.reconnect();
      await shown.screen.findByText(refused);
      expect(await postsOf(speaker.profile.id)).toEqual([]);
      await showCode(shown, shown.code);
      if (from === 'the list') await shown.sendFromList();
      else {
        await shown.open(from === 'the page' ? shown.code : speaker.room.classHashCode);
        await shown.press('Send again');
        await shown.screen.findByText('It’s waiting for your teacher.');
      }
      await arrivedOnce(speaker);
    },
  );

  it('arrives by itself when the child shows the new code before the recording is sent', async () => {
    const speaker = await aSpeaker();
    const shown = await sendOffline(speaker);
    await showCode(shown, shown.code);
    shown.reconnect();
    await arrivedOnce(speaker);
  });

  it.each(['the page with the old code', 'the list'])(
    'arrives once from %s where the device knows the class by the old code alone',
    async (from) => {
      takeForms();
      const speaker = await aSpeaker();
      const { recording, room } = speaker;
      const code = await replaceCode(speaker);
      const shown = await openPage(speaker, {
        ...recording,
        classHashCode: room.classHashCode,
        stuck: 'sendNotYourClass',
      });
      await showCode(shown, code);
      if (from === 'the list') await shown.sendFromList();
      else {
        await shown.open(room.classHashCode);
        await shown.press('Send again');
      }
      await arrivedOnce(speaker);
    },
  );

  it('does not go to another class that the child has opened since', async () => {
    const speaker = await aSpeaker();
    const shown = await sendOffline(speaker);
    const other = await makeClass(world.services.db, { textbookId: speaker.room.textbookId });
    await showCode(shown, other.classHashCode);
    shown.reconnect();
    const isRefused = async () => expect(await outbox.select(({ stuck }) => stuck)).toEqual(['sendNotYourClass']);
    await waitFor(isRefused);
    await sender.again(speaker.recording.id);
    await waitFor(isRefused);
    expect(await postsOf(speaker.profile.id)).toEqual([]);
  });
});

describe('a recording of a child whose token has ended', () => {
  const withEnded = (speaker: Speaker) => ({ ...speaker, profile: { ...speaker.profile, token: 'ended' } });

  it('arrives once when the class’s list has given the child a new one', async () => {
    takeForms();
    const speaker = await aSpeaker();
    const shown = await openPage(withEnded(speaker), speaker.recording);
    await shown.press('Send');
    await shown.screen.findByText(refused);
    expect(shown.screen.queryByRole('button', { name: 'Delete' })).not.toBeNull();
    act(() => profileStore.add(speaker.profile));
    await shown.sendFromList();
    await arrivedOnce(speaker);
  });

  it('is not sent twice when the server had received it already', async () => {
    takeForms();
    const speaker = await aSpeaker();
    const shown = await openPage(withEnded(speaker), await received(speaker));
    await shown.screen.findByText(refused);
    // It will be on the wall, so that deleting it here would be no deletion.
    expect(shown.screen.queryByRole('button', { name: 'Delete' })).toBeNull();
    act(() => profileStore.add(speaker.profile));
    await shown.sendFromList();
    await arrivedOnce(speaker);
  });
});
