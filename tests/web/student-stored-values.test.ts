import { act, renderHook } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import type { PageView } from '#web/student/platform/usage/page-views.ts';

beforeEach(() => window.localStorage.clear());

/** A second instance of the module over the same storage, as in another tab. */
function inNewTab<Module>(load: () => Promise<Module>): Promise<Module> {
  vi.resetModules();
  return load();
}

/** Dispatches the storage event of another tab's write. */
const hear = (key: string) => act(() => void window.dispatchEvent(new StorageEvent('storage', { key })));

it('turns a sound off in every tab', async () => {
  const load = () => import('#web/student/platform/switches.ts');
  const [one, other] = [await inNewTab(load), await inNewTab(load)];
  const heard = vi.fn();
  other.musicSwitch.subscribe(heard);
  one.musicSwitch.device.set(false);
  hear('music');
  expect(heard).toHaveBeenCalledTimes(1);
  expect(other.musicSwitch.get()).toBe(false);
});

it('names the book that was opened in another tab, and keeps the last one where the storage refuses', async () => {
  const load = () => import('#web/student/platform/profiles/last-book.ts');
  const [one, other] = [await inNewTab(load), await inNewTab(load)];
  const { result } = renderHook(() => other.useLastBook());
  one.rememberLastBook({ hashCode: 'b1', name: 'One' });
  hear('lastBook');
  expect(result.current).toEqual({ hashCode: 'b1', name: 'One' });
  const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  act(() => other.rememberLastBook({ hashCode: 'b2', name: 'Two' }));
  full.mockRestore();
  expect(result.current?.hashCode).toBe('b2');
});

it('loses no page view of two tabs, also where the storage refuses one', async () => {
  const view = (eventId: string, duration = 0): PageView => ({
    ...{ eventId, duration, name: 'Class', pageUrl: '/student/class/x', startedAt: '2026-04-01T00:00:00.000Z' },
    ...{ profileId: undefined, sessionKey: undefined },
  });
  const load = () => import('#web/student/platform/usage/page-views.ts');
  const [one, other] = [await inNewTab(load), await inNewTab(load)];
  one.saveViews([...one.loadViews(), view('e1')]);
  other.saveViews([...other.loadViews(), view('e2')]);
  const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  one.saveViews([...one.loadViews(), view('e3')]);
  full.mockRestore();
  other.saveViews([...other.loadViews(), view('e4')]);
  expect(one.loadViews().map(({ eventId }) => eventId)).toEqual(['e4', 'e1', 'e2', 'e3']);
  expect((await inNewTab(load)).loadViews().map(({ eventId }) => eventId)).toEqual(['e1', 'e2', 'e4']);
});
