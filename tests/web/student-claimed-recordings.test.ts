import { forgetDevice } from '#tests/support/dom.ts';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Listener } from '#web/student/features/record/microphone.ts';
import { createRecorder } from '#web/student/features/record/recorder.ts';
import { profileStore } from '#web/student/platform/profiles/profile-store.ts';
import { infoOf } from '#web/student/platform/profiles/stored-profile.ts';
import { outbox } from '#web/student/platform/sending/outbox.ts';
import { claimRecordings, noteUnclaimed } from '#web/student/platform/sending/unclaimed.ts';
import type { Recording } from '#web/student/platform/sending/work.ts';

// Another file in this process may have left a child chosen.
beforeEach(forgetDevice);

afterEach(() => {
  vi.useRealTimers();
});

/** A new tab has an empty session; the device's store stays. */
const openTab = () => window.sessionStorage.clear();

const place = { contentHashCode: 'page', lessonHashCode: 'unit' };

/** A recording that was made in this tab before a profile was chosen. */
const unclaimed: Recording = {
  ...{ ...place, kind: 'record', id: 'one', clientId: 'one', profileId: '', madeAt: 1 },
  ...{ requestId: null, classId: null, classHashCode: null, stuck: null },
  ...{ bytes: new ArrayBuffer(8), seconds: 1, silent: false },
};

function choose(id: string): void {
  const child = { id, name: id, animal: 'cat', token: 'none', classIds: [], place: null } as const;
  profileStore.add(child);
  profileStore.setInfo(infoOf(child));
}

/** The state of the page's recorder for the child. */
async function recorderOf(profileId: string) {
  const openMicrophone = () => Promise.reject(new Error('nobody speaks'));
  const recorder = createRecorder({ place: { ...place, profileId }, store: outbox, openMicrophone });
  await recorder.open();
  return recorder.getState();
}

it('a recording of nobody belongs to the child who is chosen next in the tab, whatever page that child opens', async () => {
  await outbox.keep(unclaimed);
  noteUnclaimed(unclaimed.id);
  choose('hana');
  choose('ken');
  expect((await recorderOf('ken')).step).toBe('ready');
  expect(await recorderOf('hana')).toMatchObject({ step: 'made', earlier: true, recording: { id: unclaimed.id } });
});

it('the next child gets the recordings of nobody after a claim that the store failed', async () => {
  await outbox.keep({ ...unclaimed, id: 'two', clientId: 'two' });
  noteUnclaimed('two');
  const failing = { ...outbox, select: () => Promise.reject(new Error('no store')) };
  await expect(claimRecordings(failing, 'hana')).rejects.toThrow('no store');
  await claimRecordings(outbox, 'ken');
  const owners = await outbox.select(({ id, profileId }) => (id === 'two' ? [profileId] : []));
  expect(owners.flat()).toEqual(['ken']);
});

const kept = async () => (await outbox.select(({ id }) => id)).filter((id) => id.startsWith('tab '));

it('a recording of nobody is heard in its own tab alone, and is deleted when its tab must be long closed', async () => {
  const madeAt = Date.now() - 6 * 86_400_000;
  await outbox.keep({ ...unclaimed, id: 'tab one', madeAt });
  noteUnclaimed('tab one');
  expect(await recorderOf('')).toMatchObject({ step: 'made', recording: { id: 'tab one' } });
  openTab();
  expect((await recorderOf('')).step).toBe('ready');
  await outbox.keep({ ...unclaimed, id: 'tab two' });
  noteUnclaimed('tab two');
  // The other tab may still be open.
  expect(await recorderOf('')).toMatchObject({ step: 'made', recording: { id: 'tab two' } });
  expect(await kept()).toEqual(['tab two', 'tab one']);
  openTab();
  vi.setSystemTime(Date.now() + 2 * 86_400_000);
  expect((await recorderOf('mio')).step).toBe('ready');
  await expect.poll(kept).toEqual([]);
});

it('a recording of nobody that the device interrupted belongs to its tab too', async () => {
  let hear: Listener['onSamples'] = () => undefined;
  const recorder = createRecorder({
    place: { ...place, profileId: '' },
    store: outbox,
    openMicrophone: (listener) => {
      hear = listener.onSamples;
      return Promise.resolve({ rate: 16_000 });
    },
  });
  vi.useFakeTimers();
  await recorder.start();
  hear(new Float32Array(1600));
  await vi.advanceTimersByTimeAsync(3000);
  vi.useRealTimers();
  hear(new Float32Array(5 * 16_000));
  // The tab is loaded again before the child stops.
  expect(await recorderOf('')).toMatchObject({ step: 'made', earlier: true, recording: { seconds: 5 } });
});
