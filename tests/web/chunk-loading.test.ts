import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ChunkLoadError, loadChunk, withChunkErrors } from '#web/shared/chunk-loading.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a chunk that stalls fails after two minutes, and not before', async () => {
  const failed = vi.fn();
  const loading = loadChunk(() => new Promise(() => undefined), '/users').catch(failed);
  await vi.advanceTimersByTimeAsync(119_999);
  expect(failed).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  await loading;
  expect(failed).toHaveBeenCalledWith(new ChunkLoadError('/users'));
});

test('a screen whose chunk is refused fails by the name that section 8 gives, with the browser’s reason', async () => {
  const reason = new TypeError('Failed to fetch dynamically imported module');
  const [frame] = withChunkErrors([{ children: [{ path: '/users', lazy: () => Promise.reject(reason) }] }]);
  const lazy = frame?.children?.[0]?.lazy;
  const load = typeof lazy === 'function' ? lazy : () => Promise.resolve();
  await expect(load()).rejects.toMatchObject({
    name: 'ChunkLoadError',
    message: 'Loading chunk /users failed',
    cause: reason,
  });
  expect(vi.getTimerCount()).toBe(0);
});

test('so does a part of the frame, which has several', async () => {
  const [frame] = withChunkErrors([{ lazy: { Component: () => Promise.reject(new TypeError('Load failed')) } }]);
  const { Component } = frame?.lazy as { readonly Component: () => Promise<unknown> };
  await expect(Component()).rejects.toThrow('Loading chunk frame failed');
});

test('a chunk that arrives is given on', async () => {
  await expect(loadChunk(() => Promise.resolve('screen'), '/users')).resolves.toBe('screen');
  expect(vi.getTimerCount()).toBe(0);
});
