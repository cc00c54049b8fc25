import '#tests/support/dom.ts';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { claimsOf, remainingLifetime } from '#web/staff/platform/session/access-token.ts';
import {
  loginInfo,
  onLoginInfoChange,
  renewTokens,
  setLoginInfo,
  type LoginInfo,
} from '#web/staff/platform/session/login-info.ts';
import { createSession } from '#web/staff/platform/session/session.ts';

const minute = 60_000;
const base64Url = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A token of ten minutes, issued by a server whose clock reads `iat` seconds. */
const token = (iat: number, sub = 'u1') => `e30.${base64Url({ iat, exp: iat + 600, sub })}.signature`;

const info = (over: Partial<LoginInfo> = {}): LoginInfo => ({
  firstName: 'Emily',
  lastName: 'Brown',
  role: 'Teacher',
  accessToken: token(1_000_000),
  refreshToken: 'r1',
  receivedAt: Date.now(),
  ...over,
});

/** Gives the page Web Locks, which jsdom lacks: a request for a name waits for all earlier requests for that name. */
function giveLocks(): void {
  const last = new Map<string, Promise<unknown>>();
  const request = <Value>(name: string, work: () => Promise<Value>): Promise<Value> => {
    const done = (last.get(name) ?? Promise.resolve()).then(work);
    last.set(
      name,
      done.catch(() => undefined),
    );
    return done;
  };
  Object.defineProperty(navigator, 'locks', { configurable: true, value: { request } });
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'locks'));
}

beforeEach(() => {
  vi.useFakeTimers({ now: 1_800_000_000_000 });
  window.localStorage.clear();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('login info', () => {
  test('is kept under loginInfo in local storage', () => {
    setLoginInfo(info());
    expect(JSON.parse(window.localStorage.getItem('loginInfo') ?? '')).toMatchObject({
      firstName: 'Emily',
      lastName: 'Brown',
      role: 'Teacher',
      refreshToken: 'r1',
    });
    expect(loginInfo()?.firstName).toBe('Emily');
  });

  test.each(['', 'null', '[]', '{"firstName":1}', '{not json', '{"role":"Nobody"}'])(
    'counts as signed out when storage holds %j',
    (text) => {
      window.localStorage.setItem('loginInfo', text);
      expect(loginInfo()).toBeNull();
    },
  );

  test('tells of a change in another tab', () => {
    const heard = vi.fn();
    const stop = onLoginInfoChange(heard);
    window.dispatchEvent(new window.StorageEvent('storage', { key: 'loginInfo' }));
    window.dispatchEvent(new window.StorageEvent('storage', { key: 'lang' }));
    expect(heard).toHaveBeenCalledTimes(1);
    stop();
  });

  test('takes a successor pair and ignores an older one or another person’s', () => {
    setLoginInfo(info());
    renewTokens({ accessToken: token(1_000_300), refreshToken: 'r2' });
    expect(loginInfo()?.refreshToken).toBe('r2');
    renewTokens({ accessToken: token(1_000_100), refreshToken: 'old' });
    renewTokens({ accessToken: token(1_000_900, 'u2'), refreshToken: 'foreign' });
    expect(loginInfo()?.refreshToken).toBe('r2');
  });
});

describe('a token', () => {
  test('lives exp - iat from its receipt, whatever this device’s clock says', () => {
    for (const hours of [-2, 0, 2]) {
      const now = Date.now() + hours * 60 * minute;
      expect(remainingLifetime({ accessToken: token(1_800_000_000), receivedAt: now }, now + minute)).toBe(9 * minute);
    }
  });

  test('has expired when it is no token', () => {
    expect(claimsOf('rubbish')).toBeUndefined();
    expect(remainingLifetime({ accessToken: 'rubbish' }, Date.now())).toBeLessThan(0);
  });
});

describe('the session', () => {
  const renewed = () => info({ accessToken: token(1_000_600), refreshToken: 'r2' });

  test('renews a minute before the end, by timer', async () => {
    setLoginInfo(info());
    const refresh = vi.fn(() => Promise.resolve(renewed()));
    const stop = createSession({ refresh, onRefused: vi.fn() }).keepAlive();
    await vi.advanceTimersByTimeAsync(9 * minute - 1);
    expect(refresh).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(refresh).toHaveBeenCalledExactlyOnceWith('r1');
    expect(loginInfo()?.refreshToken).toBe('r2');
    stop();
  });

  test('leaves it at that when another tab renewed and the word of it is still on its way', async () => {
    setLoginInfo(info());
    const refresh = vi.fn(() => Promise.resolve(renewed()));
    const stop = createSession({ refresh, onRefused: vi.fn() }).keepAlive();
    await vi.advanceTimersByTimeAsync(9 * minute - 1);
    window.localStorage.setItem(
      'loginInfo',
      JSON.stringify(info({ accessToken: token(1_000_540), refreshToken: 'r2' })),
    );
    await vi.advanceTimersByTimeAsync(1);
    expect(refresh).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(9 * minute);
    expect(refresh).toHaveBeenCalledExactlyOnceWith('r2');
    stop();
  });

  test('asks once, however many ask at the same time', async () => {
    setLoginInfo(info());
    const refresh = vi.fn(() => Promise.resolve(renewed()));
    const session = createSession({ refresh, onRefused: vi.fn() });
    expect(await Promise.all([session.renew(), session.renew(), session.renew()])).toEqual(Array(3).fill('renewed'));
    expect(refresh).toHaveBeenCalledTimes(1);
  });

  test('asks once, however many tabs ask at the same time', async () => {
    giveLocks();
    setLoginInfo(info());
    const refresh = vi.fn(() => Promise.resolve(renewed()));
    // Each tab has a session of its own, and they share what the browser stores.
    const tabs = [1, 2, 3].map(() => createSession({ refresh, onRefused: vi.fn() }));
    expect(await Promise.all(tabs.map((tab) => tab.renew()))).toEqual(Array(3).fill('renewed'));
    expect(refresh).toHaveBeenCalledTimes(1);
    expect(loginInfo()?.refreshToken).toBe('r2');
  });

  test('signs out on a definite refusal alone', async () => {
    setLoginInfo(info());
    const onRefused = vi.fn();
    const session = createSession({ refresh: () => Promise.resolve('refused'), onRefused });
    expect(await session.renew()).toBe('refused');
    expect(loginInfo()).toBeNull();
    expect(onRefused).toHaveBeenCalledTimes(1);
  });

  test('stays signed in when the server cannot answer, and tries again until it can', async () => {
    setLoginInfo(info());
    const refresh = vi.fn<() => Promise<LoginInfo>>(() => Promise.reject(new Error('503')));
    const onRefused = vi.fn();
    const stop = createSession({ refresh, onRefused }).keepAlive();
    await vi.advanceTimersByTimeAsync(9 * minute + 20_000);
    expect(refresh.mock.calls.length).toBeGreaterThan(2);
    expect(loginInfo()?.refreshToken).toBe('r1');
    refresh.mockResolvedValue(renewed());
    await vi.advanceTimersByTimeAsync(minute);
    expect(loginInfo()?.refreshToken).toBe('r2');
    expect(onRefused).not.toHaveBeenCalled();
    stop();
  });

  test('forgets an answer that comes after logging out', async () => {
    setLoginInfo(info());
    const session = createSession({
      refresh: () => {
        setLoginInfo(null);
        return Promise.resolve(renewed());
      },
      onRefused: vi.fn(),
    });
    expect(await session.renew()).toBe('refused');
    expect(loginInfo()).toBeNull();
  });

  test('is there with a live token, without one, and after renewing an expired one', async () => {
    const refresh = vi.fn(() => Promise.resolve(renewed()));
    const session = createSession({ refresh, onRefused: vi.fn() });
    expect(await session.ensure()).toBe(false);
    setLoginInfo(info());
    expect(await session.ensure()).toBe(true);
    expect(refresh).not.toHaveBeenCalled();
    setLoginInfo(info({ receivedAt: Date.now() - 11 * minute }));
    expect(await session.ensure()).toBe(true);
    expect(refresh).toHaveBeenCalledTimes(1);
  });
});
