import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { overdueEnd } from '#api/ground/jobs/overdue-end.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout'] }));
afterEach(() => void vi.useRealTimers());

test('a queue that has begun to end has fifteen seconds for it, and one that works as long as it likes', async () => {
  const events = new EventEmitter();
  const ended: string[] = [];
  const overdue = overdueEnd(events).catch(({ message }: Error) => ended.push(message));
  vi.advanceTimersByTime(86_400_000);
  events.emit('pool:gracefulShutdown');
  vi.advanceTimersByTime(14_999);
  await Promise.resolve();
  expect(ended).toEqual([]);
  vi.advanceTimersByTime(1);
  await overdue;
  expect(ended).toEqual(['The job queue began to stop and did not stop']);
});
