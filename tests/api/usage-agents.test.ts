import { describe, expect, test } from 'vitest';
import { agentOf } from '#api/domains/usage/agent.ts';
import { startOf } from '#api/domains/usage/record.ts';

const none = { brands: undefined, platform: undefined, platformVersion: undefined };
const webkit = 'AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1';
const blink = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0';

describe("a visitor's system and browser", () => {
  test.each([
    [`Mozilla/5.0 (iPad; CPU OS 18_1 like Mac OS X) ${webkit} Mobile/15E148 Safari/604.1`, 'iPadOS 18', 'Safari 18.1'],
    [
      `Mozilla/5.0 (iPhone; CPU iPhone OS 17_6 like Mac OS X) ${webkit} Mobile/15E148 Safari/604.1`,
      'iOS 17',
      'Safari 18.1',
    ],
    [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${blink} Safari/537.36`, 'ChromeOS', 'Chrome 141.0'],
    [
      `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${blink} Safari/537.36 Edg/141.0.0.0`,
      'Windows',
      'Microsoft Edge 141.0',
    ],
    [`Mozilla/5.0 (Linux; Android 10; K) ${blink} Mobile Safari/537.36`, 'Android', 'Chrome 141.0'],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15',
      'macOS',
      'Safari 18.1',
    ],
    ['Mozilla/5.0 (Windows NT 6.1; rv:115.0) Gecko/20100101 Firefox/115.0', 'Windows 7', 'Firefox 115.0'],
  ])('are read from %s', (userAgent, os, browser) => {
    const agent = agentOf(userAgent, none);
    expect([agent.os, `${agent.browser} ${agent.browserVersion}`]).toEqual([os, browser]);
  });

  test.each([
    ['Windows NT 10.0; Win64; x64', '"15.0.0"', 'Windows 11'],
    ['Windows NT 10.0; Win64; x64', '"10.0.0"', 'Windows 10'],
    ['Linux; Android 10; K', '"15.0.0"', 'Android 15'],
    ['Macintosh; Intel Mac OS X 10_15_7', '"26.1.0"', 'macOS 26'],
    ['Linux; Android 10; K', '"<b>"', 'Android'],
  ])('of %s are told by the hint %s', (system, platformVersion, os) => {
    expect(agentOf(`Mozilla/5.0 (${system}) ${blink} Safari/537.36`, { ...none, platformVersion }).os).toBe(os);
  });

  test('of a browser that calls itself Chrome is told by its brands', () => {
    const userAgent = `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${blink} Safari/537.36`;
    const agent = agentOf(userAgent, { ...none, brands: '"Brave";v="143.1", "Chromium";v="141"' });
    expect(agent).toMatchObject({ browser: 'Brave', browserVersion: '143.1' });
  });

  test.each(['', '   ', 'x', '(((((', `${'('.repeat(50_000)}Chrome/`, '{{{;;;"', 'curl/8.5.0'])(
    'survive a strange agent',
    (strange) => {
      const { os, browser, browserVersion } = agentOf(strange, {
        brands: strange,
        platform: strange,
        platformVersion: strange,
      });
      for (const part of [os, browser, browserVersion]) expect(part?.length ?? 1).toBeLessThanOrEqual(100);
    },
  );
});

describe('the moment a page was opened', () => {
  const now = new Date('2026-04-10T03:00:00Z');
  const minute = 60_000;
  const ago = (times: Omit<Parameters<typeof startOf>[0], 'duration'>) =>
    (now.getTime() - startOf({ duration: minute, ...times }, now).getTime()) / minute;

  test('is as long ago as it lasted, when the browser tells no more', () => expect(ago({})).toBe(1));

  test('is right on a tablet whose clock is two hours or twenty years wrong', () => {
    expect(ago({ startedAt: '2026-04-10T04:50:00Z', sentAt: '2026-04-10T05:00:00Z' })).toBe(10);
    expect(ago({ startedAt: '2006-01-01T00:00:00Z', sentAt: '2006-01-01T00:03:00Z' })).toBe(3);
  });

  test('is in the past when a tablet was out of the network for a day', () => {
    expect(ago({ startedAt: '2026-04-09T03:00:00Z', sentAt: '2026-04-10T03:00:00Z' })).toBe(24 * 60);
  });

  test('is never in the future, shorter ago than it lasted, or years ago', () => {
    expect(ago({ startedAt: '2026-04-11T00:00:00Z', sentAt: '2026-04-10T03:00:00Z' })).toBe(1);
    expect(ago({ startedAt: '2026-04-10T02:59:59Z', sentAt: '2026-04-10T03:00:00Z' })).toBe(1);
    expect(ago({ startedAt: '1999-01-01T00:00:00Z' })).toBe(1);
  });
});
