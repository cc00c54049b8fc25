import '#tests/support/dom.ts';
import { act, fireEvent, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { lessonOfMia } from '#tests/support/lesson-in-jsdom.tsx';
import { keptWorld } from '#tests/support/kept-world.ts';
import { makeChild } from '#tests/support/teaching.ts';
import { picture } from '#tests/support/waiting-work.ts';
import { paths } from '#web/paths.ts';
import { profileStore } from '#web/student/platform/profiles/profile-store.ts';
import { outbox } from '#web/student/platform/sending/outbox.ts';
import { workInHand } from '#web/student/platform/work-in-hand.ts';

const world = keptWorld();
const { made, begin, beginWithMia, turn, kept, visit, profileOf } = lessonOfMia(world);

/** The child records until the returned function is called. */
function record(): () => void {
  const claims: (() => void)[] = [];
  act(() => void claims.push(workInHand.claim()));
  return () => act(() => claims.forEach((end) => end()));
}

type Shown = Awaited<ReturnType<typeof visit>>;

/** Mia on the page for posting. */
async function visitPosting(): Promise<Shown> {
  const shown = await visit();
  await act(() => shown.router.navigate(paths.communityUpload({ class: made().room.classHashCode })));
  return shown;
}

/** The board begins to lead Mia. Her tablet looks at once, and again, since the gateway asks the API once a second. */
async function beginNow({ screen }: Shown): Promise<void> {
  await beginWithMia();
  const look = () => {
    act(() => void window.dispatchEvent(new Event('online')));
    screen.getByText('With the teacher');
  };
  await waitFor(look, { interval: 500 });
}

const placeOf = ({ router }: Shown) => router.state.location.pathname;

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('a child who follows the board', () => {
  it('is led away from no recording, and goes on when that has ended', async () => {
    await beginWithMia();
    const { screen, router, isAt } = await visit();
    await isAt(0);
    const end = record();
    await turn();
    await screen.findByRole('button', { name: /Go to the page/ });
    expect(router.state.location.pathname).toContain(made().pages[0].hashCode);
    end();
    await isAt(1);
    // Another recording of a child who looks elsewhere ends without a turned page.
    await act(() => router.navigate(paths.studentClass(made().room.classHashCode)));
    record()();
    expect(router.state.location.pathname).toContain('/student/class/');
  });

  it('is led away from a page for posting on which nothing is made', async () => {
    const shown = await visitPosting();
    await shown.screen.findByRole('button', { name: 'Choose a picture' });
    await beginNow(shown);
    await shown.isAt(0);
  });

  it('keeps the page for posting while the device prepares a file, and the draft that is made of it', async () => {
    // jsdom draws and writes no picture.
    let decode = (_: unknown) => {};
    vi.stubGlobal('createImageBitmap', () => new Promise((resolve) => (decode = resolve)));
    vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
    vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((take) => take(new Blob(['photo'])));
    const shown = await visitPosting();
    const button = await shown.screen.findByRole('button', { name: 'Choose a picture' });
    const field = button.parentElement?.querySelector('input');
    if (!field) throw new Error('there is no field for a picture');
    await shown.user.upload(field, new File(['photo'], 'photo.jpg', { type: 'image/jpeg' }));
    await shown.screen.findByRole('progressbar');
    await beginNow(shown);
    expect(placeOf(shown)).toBe('/student/community/upload');
    decode({ width: 4, height: 3 });
    const other = await shown.screen.findByRole('button', { name: 'Choose another one' });
    expect(placeOf(shown)).toBe('/student/community/upload');
    await shown.user.click(other);
    await shown.isAt(0);
  });

  it.each([
    ['says so', (field: Element) => fireEvent(field, new Event('cancel', { bubbles: true }))],
    ['lets the child touch the page', () => fireEvent.pointerDown(document.body)],
  ])('keeps the page for posting until the device’s own picker or camera %s', async (_, close) => {
    const shown = await visitPosting();
    const button = await shown.screen.findByRole('button', { name: 'Choose a video' });
    await shown.user.click(button);
    await beginNow(shown);
    expect(placeOf(shown)).toBe('/student/community/upload');
    const field = button.parentElement?.querySelector('input[accept="video/*"]');
    if (!field) throw new Error('there is no field for a video');
    close(field);
    await shown.isAt(0);
  });

  it('keeps an unsent draft with the title that it is given, until the draft is sent', async () => {
    const { child, room } = made();
    const film = { ...picture, kind: 'video', type: 'video/mp4', classHashCode: null } as const;
    await outbox.keep({ ...film, profileId: child.id, classId: room.id });
    const shown = await visitPosting();
    const title = await shown.screen.findByRole('textbox', { name: /^What is your video called/ });
    await shown.user.type(title, 'My song');
    await beginNow(shown);
    expect(placeOf(shown)).toBe('/student/community/upload');
    expect(title).toHaveProperty('value', 'My song');
    await shown.user.click(shown.screen.getByRole('button', { name: 'Send' }));
    await shown.isAt(0);
    await outbox.remove(picture.id);
  });
});

describe('the question whether to follow', () => {
  const question = { name: 'Follow the teacher?' };

  it('does not cover a recording, and comes when that has ended', async () => {
    await begin();
    const { screen } = await visit();
    await screen.findByRole('dialog', question);
    const end = record();
    expect(screen.queryByRole('dialog')).toBeNull();
    end();
    await screen.findByRole('dialog', question);
  });

  it('waits until a profile is chosen, so that the answer counts for that child', async () => {
    const ken = await makeChild(world.services.db, { classId: made().room.id, name: 'Ken' });
    await begin();
    const { screen, user, router } = await visit();
    await screen.findByRole('dialog', question);
    await act(() => router.navigate(paths.profiles()));
    await screen.findByRole('heading', { name: 'Who is learning today?' });
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.queryByRole('button', { name: /Follow the teacher/ })).toBeNull();
    const profile = await profileOf(ken);
    act(() => profileStore.add(profile));
    await user.click(await screen.findByRole('button', { name: /^Ken/ }));
    await screen.findByRole('dialog', question);
    await user.click(screen.getByRole('button', { name: /Yes, let’s go!/ }));
    await waitFor(async () => expect(await kept(ken.id)).toHaveLength(1));
    expect(await kept()).toEqual([]);
  });
});
