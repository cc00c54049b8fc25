import { act, renderHook } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { type Progress, isDone, nextUnit } from '#web/student/platform/progress.ts';

const units = ['u1', 'u2', 'u3'].map((hashCode) => ({ hashCode, contentCount: 2 }));
const after = (lastUnit: string | null, done: Progress['done'] = {}): Progress => ({ lastUnit, done });

describe('the unit to go on with', () => {
  it.each([
    ['the first for a beginner', after(null), 'u1'],
    ['the last one while it is open', after('u2', { u2: ['a'] }), 'u2'],
    ['the next open one once it is done', after('u1', { u1: ['a', 'b'] }), 'u2'],
    ['an earlier open one when all after it are done', after('u3', { u3: ['a', 'b'] }), 'u1'],
    ['none when all are done', after('u3', { u1: ['a', 'b'], u2: ['a', 'b'], u3: ['a', 'b'] }), undefined],
    ['the first where the last one is gone from the book', after('gone'), 'u1'],
  ])('is %s', (_case, progress, expected) => {
    expect(nextUnit(units, progress)?.hashCode).toBe(expected);
  });

  it('is never an empty unit, which is never done either', () => {
    const empty = { hashCode: 'u0', contentCount: 0 };
    expect(nextUnit([empty, ...units], after(null))?.hashCode).toBe('u1');
    expect(isDone(empty, after(null))).toBe(false);
  });
});

describe('what a child has done', () => {
  beforeEach(() => {
    window.localStorage.clear();
    vi.resetModules();
  });
  // As a reload does: the module reads the storage anew.
  const load = async () => ({
    ...(await import('#web/student/platform/progress.ts')),
    ...(await import('#web/student/platform/change-progress.ts')),
  });

  it('is kept by profile over a reload, each content once', async () => {
    const first = await load();
    expect(first.finishedContent('p1', 'u1', 'c1')).toBe(true);
    expect(first.finishedContent('p1', 'u1', 'c1')).toBe(false);
    vi.resetModules();
    const { useProgress } = await load();
    expect(renderHook(() => useProgress('p1')).result.current).toMatchObject({ lastUnit: 'u1', done: { u1: ['c1'] } });
    expect(renderHook(() => useProgress('p2')).result.current).toMatchObject({ lastUnit: null, done: {} });
  });

  it('is forgotten with the profile', async () => {
    const { finishedContent, forgetProgress } = await load();
    finishedContent('p1', 'u1', 'c1');
    forgetProgress('p1');
    expect(window.localStorage.getItem('progress')).toBe('{}');
  });

  it('keeps every hanamaru of two tabs, and shows those of the other', async () => {
    const one = await load();
    vi.resetModules();
    const other = await load();
    one.finishedContent('p1', 'u1', 'c1');
    other.finishedContent('p1', 'u1', 'c2');
    one.openedUnit('p2', 'u3');
    const { result } = renderHook(() => one.useProgress('p1'));
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'progress' })));
    expect(result.current.done).toEqual({ u1: ['c1', 'c2'] });
    vi.resetModules();
    const reloaded = await load();
    expect(renderHook(() => reloaded.useProgress('p1')).result.current.done).toEqual({ u1: ['c1', 'c2'] });
  });

  it('is in memory while the device has no room, and joins what another tab wrote as soon as it has', async () => {
    const [one, full] = [await load(), vi.spyOn(Storage.prototype, 'setItem')];
    full.mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    one.finishedContent('p1', 'u1', 'c1');
    expect(renderHook(() => one.useProgress('p1')).result.current.done).toEqual({ u1: ['c1'] });
    full.mockRestore();
    vi.resetModules();
    const other = await load();
    other.finishedContent('p1', 'u1', 'c2');
    other.finishedContent('p2', 'u1', 'c2');
    one.finishedContent('p1', 'u2', 'c3');
    expect(JSON.parse(window.localStorage.getItem('progress') ?? '')).toMatchObject({
      p1: { lastUnit: 'u2', done: { u1: ['c2', 'c1'], u2: ['c3'] } },
      p2: { lastUnit: 'u1', done: { u1: ['c2'] } },
    });
  });

  it.each(['[', '[]', '{"p1":{"lastUnit":4,"done":{"u1":[1,"c1"]}}}'])('survives %s in the storage', async (stored) => {
    window.localStorage.setItem('progress', stored);
    const { useProgress } = await load();
    expect(renderHook(() => useProgress('p1')).result.current.lastUnit).toBeNull();
  });
});
