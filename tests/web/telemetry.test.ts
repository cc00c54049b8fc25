import { describe, expect, it, vi } from 'vitest';
import { createBatches, mostEvents, scrub } from '#web/shared/telemetry/batches.ts';

interface Body {
  readonly dropped: number;
  readonly events: readonly { readonly name?: string; readonly message?: string; readonly page?: string }[];
}

function gathering(send: (body: string) => Promise<boolean>) {
  const sent: Body[] = [];
  const batches = createBatches({
    circumstances: () => ({ page: '/student/class/:classHashCode' }),
    send: (body) => {
      sent.push(JSON.parse(body) as Body);
      return send(body);
    },
  });
  const vital = (value: number) => batches.add({ type: 'vital', name: 'LCP', value });
  return { batches, sent, vital };
}

describe('telemetry', () => {
  it('goes out together, each event with its circumstances, and only when there is something', async () => {
    const { batches, sent, vital } = gathering(async () => true);
    await batches.flush();
    expect(sent).toEqual([]);
    vital(1);
    vital(2);
    await batches.flush();
    await batches.flush();
    expect(sent).toHaveLength(1);
    expect(sent[0]?.events).toMatchObject([
      { page: '/student/class/:classHashCode', value: 1 },
      { page: '/student/class/:classHashCode', value: 2 },
    ]);
  });

  it('keeps what did not arrive, and what came in between, for the next time', async () => {
    const answers = vi.fn<() => Promise<boolean>>().mockResolvedValueOnce(false).mockResolvedValue(true);
    const { batches, sent, vital } = gathering(answers);
    vital(1);
    const first = batches.flush();
    vital(2);
    await first;
    await batches.flush();
    await batches.flush();
    expect(sent.map(({ events }) => events.length)).toEqual([1, 2]);
  });

  it('holds 10,000 events, counts the others, and tells of them once', async () => {
    const { batches, sent, vital } = gathering(async () => true);
    for (let index = 0; index < mostEvents + 7; index += 1) vital(index);
    await batches.flush();
    expect(sent.reduce((sum, { events }) => sum + events.length, 0)).toBe(10_000);
    vital(1);
    await batches.flush();
    expect(sent.map(({ dropped }) => dropped)).toEqual([7, ...sent.slice(1).map(() => 0)]);
    expect(Math.max(...sent.map(({ events }) => events.length))).toBeLessThan(1_000);
  });

  it('sends no more than a closing page may', () => {
    const lengths: number[] = [];
    const { batches, vital } = gathering(async (body) => lengths.push(body.length) > 0);
    for (let index = 0; index < 5_000; index += 1) vital(index);
    batches.flushLast();
    expect(lengths).toHaveLength(1);
    expect(lengths[0]).toBeGreaterThan(20_000);
    expect(lengths[0]).toBeLessThan(65_536);
  });

  it('tells of what it dropped once, though the page does not close after all', async () => {
    const { batches, sent, vital } = gathering(async () => true);
    for (let index = 0; index < mostEvents + 1; index += 1) vital(index);
    batches.flushLast();
    await batches.flush();
    expect(sent.filter(({ dropped }) => dropped > 0)).toHaveLength(1);
  });

  it('carries no code, token, query or e-mail address, and keeps the names of our files', () => {
    const code = 'q3Vh0t-Zk_8dJw2mQe5xLA';
    const text = `Error at /student/class/${code}?class=${code}#token=${code} for aya.sato@school.test eyJhbGciOi.eyJzdWIiOiIx.c2lnbmF0dXJl
      at fetchIt (https://school.test/assets/student-BX3x9AbCdEf.js:10:2345)`;
    const told = scrub(text);
    for (const secret of [code, 'aya.sato', 'school.test eyJ', 'eyJhbGciOi']) expect(told).not.toContain(secret);
    expect(told).toContain('/assets/student-BX3x9AbCdEf.js:10:2345');
  });
});
