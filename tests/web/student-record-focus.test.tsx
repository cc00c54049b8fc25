import '#tests/support/dom.ts';
import { act, waitFor } from '@testing-library/react';
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { contents } from '#api/ground/db/schema.ts';
import { ContentType } from '#schema/rest/enumerations.ts';
import { keptWorld } from '#tests/support/kept-world.ts';
import { lessonOfMia } from '#tests/support/lesson-in-jsdom.tsx';
import { paths } from '#web/paths.ts';
import { outbox } from '#web/student/platform/sending/outbox.ts';

const world = keptWorld();
const { made, visit } = lessonOfMia(world);

const id = '6a3c3f0e-4c0f-4a52-9a51-0f6a0a6a7c11';

beforeEach(async () => {
  // jsdom plays nothing.
  vi.spyOn(HTMLMediaElement.prototype, 'pause').mockReturnValue();
  const [page] = made().pages;
  await world.services.db.update(contents).set({ type: ContentType.RECORD }).where(eq(contents.id, page.id));
});

afterEach(async () => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  Reflect.deleteProperty(navigator, 'mediaDevices');
  await outbox.remove(id);
});

/** A microphone whose browser asks for leave until the test has ended. */
function askForever(): void {
  class AudioContext {
    readonly sampleRate = 48_000;
    readonly state = 'running';
    readonly audioWorklet = { addModule: () => Promise.resolve() };
    close = () => Promise.resolve();
    resume = () => Promise.resolve();
  }
  vi.stubGlobal('AudioContext', AudioContext);
  vi.stubGlobal('AudioWorkletNode', class {});
  const getUserMedia = () => new Promise(() => undefined);
  Object.defineProperty(navigator, 'mediaDevices', { configurable: true, value: { getUserMedia } });
}

/** The page for speaking, on which Mia has made a recording before. */
async function visitRecording() {
  const { child, pages, room } = made();
  await outbox.keep({
    ...{ kind: 'record', id, clientId: id, profileId: child.id, madeAt: 1, requestId: null, classHashCode: null },
    ...{ stuck: null, bytes: new ArrayBuffer(8), seconds: 2, silent: false },
    ...{ contentHashCode: pages[0].hashCode, classId: null, lessonHashCode: 'unit' },
  });
  const shown = await visit();
  const path = paths.studentContent(pages[0].hashCode, { class: room.classHashCode });
  await act(() => shown.router.navigate(path));
  const desk = await shown.screen.findByRole('region', { name: 'Speak and record' });
  const button = (name: string) => shown.screen.findByRole('button', { name });
  /** Presses a button by its key. */
  const press = async (name: string) => {
    (await button(name)).focus();
    await shown.user.keyboard('{Enter}');
  };
  return { ...shown, desk, press, button };
}

const focused = () => document.activeElement;

describe('the focus on the page for speaking', () => {
  it('stays where it is when the page finds an earlier recording', async () => {
    const { desk, button } = await visitRecording();
    await button('Record again');
    expect(desk.contains(focused())).toBe(false);
  });

  it('is at the microphone when a child records again, and back at the recording after the cancelling', async () => {
    askForever();
    const { desk, press, button, user } = await visitRecording();
    await press('Record again');
    const cancel = await button('Never mind');
    await waitFor(() => expect(focused()).toBe(desk));
    await user.tab();
    expect(focused()).toBe(cancel);
    await user.keyboard('{Enter}');
    await button('Record again');
    await waitFor(() => expect(focused()).toBe(desk));
  });

  it('stays on the page while the recording is sent', async () => {
    const { desk, press, screen } = await visitRecording();
    await press('Send');
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Send' })).toBeNull());
    await waitFor(() => expect(focused()).toBe(desk));
  });

  it('stays on the page when the recording is deleted', async () => {
    const { desk, press, button, screen, user } = await visitRecording();
    await press('Delete');
    const sheet = await screen.findByRole('dialog');
    const [, , remove] = sheet.querySelectorAll('button');
    remove?.focus();
    await user.keyboard('{Enter}');
    await button('Record');
    await waitFor(() => expect(focused()).toBe(desk));
  });
});
