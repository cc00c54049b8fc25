import '#tests/support/dom.ts';
import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { useOwned } from '#web/explorer/access/use-owned.ts';
import { forgetHistory, readHistory, remember } from '#web/explorer/history/history.ts';
import { storeApiKey, storedApiKey } from '#web/staff/platform/session/explorer-key.ts';
import { setLoginInfo, useOwnId } from '#web/staff/platform/session/login-info.ts';
import { signOut } from '#web/staff/shell/shell.tsx';

const draft = { query: '{ users(search: "Hana") { id } }', variables: '{}', headers: '' };
const key = `mbk_${'k'.repeat(43)}`;

function signIn(sub: string): void {
  const claims = Buffer.from(JSON.stringify({ iat: 1, exp: 601, sub })).toString('base64url');
  const accessToken = `e30.${claims}.signature`;
  setLoginInfo({ firstName: 'Emily', lastName: 'Brown', role: 'Teacher', accessToken, refreshToken: 'r1' });
}

/** What the explorer shows to the signed-in user, whoever that is. */
function openExplorer() {
  const { result } = renderHook(() => {
    const ownId = useOwnId();
    return { history: useOwned(ownId, readHistory)[0], key: useOwned(ownId, storedApiKey)[0] };
  });
  return result;
}

const clear = () => {
  setLoginInfo(null);
  window.localStorage.clear();
  window.sessionStorage.clear();
};

beforeEach(clear);
afterEach(() => {
  vi.unstubAllGlobals();
  clear();
});

describe('the explorer’s history', () => {
  test('is its user’s, and not the next one’s or anybody’s', () => {
    signIn('emily');
    remember('emily', draft);
    const shown = openExplorer();
    expect(shown.current.history).toMatchObject([{ query: draft.query }]);
    act(() => signIn('ken'));
    expect(shown.current.history).toEqual([]);
    act(() => setLoginInfo(null));
    expect(shown.current.history).toEqual([]);
    act(() => signIn('emily'));
    expect(shown.current.history).toHaveLength(1);
    expect(forgetHistory('emily')).toEqual([]);
    expect(readHistory('emily')).toEqual([]);
  });

  test('holds nothing of nobody’s requests', () => {
    expect(remember(undefined, draft)).toEqual([]);
    expect(JSON.stringify(window.localStorage)).not.toContain('Hana');
  });

  test.each(['mutation { login(input: { email: "a@b.cd", password: "x" }) { role } }', `{ byKey(key: "${key}") }`])(
    'holds no request with a secret: %s',
    (query) => {
      expect(remember('emily', { ...draft, query })).toEqual([]);
      expect(JSON.stringify(window.localStorage)).toBe('{}');
    },
  );

  test('of an earlier version, which all users shared, is deleted', () => {
    window.localStorage.setItem('explorerHistory', JSON.stringify([draft]));
    signIn('emily');
    expect(openExplorer().current.history).toEqual([]);
    expect(JSON.stringify(window.localStorage)).not.toContain('Hana');
  });
});

describe('a key pasted into the explorer', () => {
  test('is out of the tab once its user has signed out', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')));
    signIn('emily');
    storeApiKey(key, 'emily');
    await signOut();
    expect(JSON.stringify(window.sessionStorage)).not.toContain('mbk_');
  });

  test('is not the next user’s, though its own user has signed out in another tab', () => {
    signIn('emily');
    storeApiKey(key, 'emily');
    const shown = openExplorer();
    expect(shown.current.key).toBe(key);
    act(() => setLoginInfo(null));
    expect(shown.current.key).toBe('');
    act(() => signIn('ken'));
    expect(shown.current.key).toBe('');
  });

  test('by somebody who is not signed in stays until the tab closes or a user signs out', () => {
    storeApiKey(key);
    const shown = openExplorer();
    act(() => signIn('emily'));
    expect(shown.current.key).toBe(key);
  });
});
