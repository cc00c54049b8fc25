import '#tests/support/dom.ts';
import { act } from '@testing-library/react';
import { afterEach, expect, it, onTestFinished, vi } from 'vitest';
import { keptWorld } from '#tests/support/kept-world.ts';
import { lessonOfMia } from '#tests/support/lesson-in-jsdom.tsx';
import { persisted } from '#web/student/persisted.generated.ts';
import { sendPageView } from '#web/student/platform/usage/send-page-view.ts';
import { workInHand } from '#web/student/platform/work-in-hand.ts';

const world = keptWorld();
const { made, visit } = lessonOfMia(world);
const known = { ...persisted };
afterEach(() => {
  Object.assign(persisted, known);
  vi.unstubAllEnvs();
});

it('lets a child end the work in hand before the page reloads itself for a new build', async () => {
  const { screen } = await visit();
  const unit = await screen.findByRole('heading', { name: 'Room 1' });
  const reloads = () => screen.queryByText('Something is new!') !== null;
  const endRecording = workInHand.claim();

  // The gateway of the new build does not know what the old page sends beside the child's work.
  vi.stubEnv('DEV', false);
  Object.assign(persisted, { RecordPageView: '0'.repeat(32) });
  const view = {
    ...{ name: 'Class', pageUrl: '/student/class', eventId: '7b1f6a52-1c7e-4f0c-8a53-6f0a0a6a7c11', duration: 1 },
    ...{ sessionKey: undefined, startedAt: new Date().toISOString(), profileId: made().child.id },
  };
  expect(await sendPageView(view), 'it may be sent again').toBe(false);
  expect([reloads(), unit.isConnected]).toEqual([false, true]);

  // The taken video becomes a draft: one part of the page hands the claim over to the next.
  endRecording();
  const endDraft = workInHand.claim();
  await act(() => new Promise((resolve) => setTimeout(resolve)));
  expect(reloads()).toBe(false);

  // Offline the page would come again as it is, and not try another time.
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  onTestFinished(() => onLine.mockRestore());
  endDraft();
  await act(() => new Promise((resolve) => setTimeout(resolve, 5)));
  expect(reloads()).toBe(false);
  onLine.mockReturnValue(true);
  window.dispatchEvent(new Event('online'));
  await screen.findByText('Something is new!');
});

it('is as it was for the next test after a page that was about to reload', async () => {
  const { screen } = await visit();
  await screen.findByRole('heading', { name: 'Room 1' });
});
