import { forgetDevice } from '#tests/support/dom.ts';
import { renewDeviceStore } from '#tests/support/device-store.ts';
import { getConfig } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { patience } from '#tests/support/patience.ts';
import { picture } from '#tests/support/waiting-work.ts';
import { profileStore } from '#web/student/platform/profiles/profile-store.ts';
import { outbox } from '#web/student/platform/sending/outbox.ts';
import { unsentWorks } from '#web/student/platform/sending/unsent-works.ts';

/** What `page.ts` does before each file. */
function begin(): void {
  renewDeviceStore();
  forgetDevice();
}

it('a file begins without the works and the children of the one before, whose modules it shares', async () => {
  await outbox.keep(picture);
  profileStore.add({ id: 'hana', name: 'Hana', animal: 'cat', token: 'none', classIds: [], place: null });
  begin();
  expect(await outbox.select(({ id }) => id)).toEqual([]);
  expect(unsentWorks.getState()).toEqual([]);
  expect(profileStore.getState().profiles).toEqual([]);
});

it('the device’s store goes on while the clocks stand still', async () => {
  vi.useFakeTimers();
  try {
    await outbox.keep(picture);
    expect(await outbox.select(({ id }) => id)).toEqual([picture.id]);
  } finally {
    vi.useRealTimers();
    begin();
  }
});

it('the testing library waits as long as everything else', () => {
  expect(getConfig().asyncUtilTimeout).toBe(patience);
});
