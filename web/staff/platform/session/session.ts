import { remainingLifetime } from './access-token.ts';
import { loginInfo, onLoginInfoChange, setLoginInfo, type LoginInfo } from './login-info.ts';

/** A token is renewed this long before it ends, in milliseconds. */
const safetyMargin = 60_000;
const firstRetry = 5_000;
const longestRetry = 60_000;

/** `refused`: the server will never renew this session. `failed`: the request did not succeed; try later. */
type Renewal = 'renewed' | 'refused' | 'failed';

interface SessionParts {
  /** Requests the successor pair. Returns `refused` for a final refusal and throws for every other failure. */
  readonly refresh: (refreshToken: string) => Promise<LoginInfo | 'refused'>;
  /** The session ended by refusal; login info is already gone. */
  readonly onRefused: () => void;
}

export interface Session {
  /**
   * Renews the access token if it has at most `margin` milliseconds left. False only when nobody is signed in or the
   * server refuses the renewal; a network failure gives true.
   */
  readonly ensure: (margin?: number) => Promise<boolean>;
  /** Renews now. Single flight: concurrent callers share one request. */
  readonly renew: () => Promise<Renewal>;
  /** Renews by timer while the shell is shown. Returns the function that stops the timer. */
  readonly keepAlive: () => () => void;
}

export function createSession({ refresh, onRefused }: SessionParts): Session {
  let inFlight: Promise<Renewal> | undefined;

  async function renewHeld(): Promise<Renewal> {
    const before = loginInfo();
    return oneTabAtATime(async () => {
      const login = loginInfo();
      if (login === null) return 'refused';
      // Another tab renewed while this one waited for its turn.
      if (login.accessToken !== before?.accessToken) return 'renewed';
      const answer = await refresh(login.refreshToken).catch(() => 'failed' as const);
      // The user signed out, or another user signed in, during the request: the response is dropped.
      if (loginInfo()?.refreshToken !== login.refreshToken) return loginInfo() === null ? 'refused' : 'renewed';
      if (answer === 'failed') return 'failed';
      if (answer === 'refused') {
        setLoginInfo(null);
        onRefused();
        return 'refused';
      }
      setLoginInfo(answer);
      return 'renewed';
    });
  }

  const renew = () => (inFlight ??= renewHeld().finally(() => (inFlight = undefined)));

  async function ensure(margin = 0): Promise<boolean> {
    const login = loginInfo();
    if (login === null) return false;
    if (remainingLifetime(login, Date.now()) > margin) return true;
    return (await renew()) !== 'refused';
  }

  function keepAlive(): () => void {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let retry = firstRetry;
    const plan = (delay: number) => {
      clearTimeout(timer);
      timer = setTimeout(() => void renewOnTime(), delay);
    };
    async function renewOnTime(): Promise<void> {
      const login = loginInfo();
      // Another tab has renewed the token; its storage event has not arrived in this tab yet.
      if (login !== null && remainingLifetime(login, Date.now()) > safetyMargin) {
        planNext();
        return;
      }
      if ((await renew()) !== 'failed') return;
      plan(retry);
      retry = Math.min(retry * 2, longestRetry);
    }
    const planNext = () => {
      retry = firstRetry;
      const login = loginInfo();
      if (login === null) clearTimeout(timer);
      else plan(Math.max(remainingLifetime(login, Date.now()) - safetyMargin, 0));
    };
    const stopListening = onLoginInfoChange(planNext);
    planNext();
    return () => {
      clearTimeout(timer);
      stopListening();
    };
  }

  return { ensure, renew, keepAlive };
}

// Web Locks exist on secure origins only. On other origins, tabs rely on the server's grace period for a reused token.
async function oneTabAtATime(work: () => Promise<Renewal>): Promise<Renewal> {
  const locks: LockManager | undefined = globalThis.navigator.locks;
  return locks === undefined ? work() : locks.request('manabook-session', work);
}
