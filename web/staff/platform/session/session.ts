import { remainingLifetime } from './access-token.ts';
import { loginInfo, onLoginInfoChange, setLoginInfo, type LoginInfo } from './login-info.ts';

/** A token is renewed this long before it ends, in milliseconds. */
const safetyMargin = 60_000;
const firstRetry = 5_000;
const longestRetry = 60_000;

/** `refused`: the server will never renew this session. `failed`: it could not be asked; try later. */
type Renewal = 'renewed' | 'refused' | 'failed';

interface SessionParts {
  /** Asks the server for the successor pair; `refused` is a definite no, an exception anything else. */
  readonly refresh: (refreshToken: string) => Promise<LoginInfo | 'refused'>;
  /** The session ended by refusal; login info is already gone. */
  readonly onRefused: () => void;
}

export interface Session {
  /**
   * True with an access token that has more than `margin` milliseconds left, renewing it first where needed. True as
   * well when the server cannot be asked.
   */
  readonly ensure: (margin?: number) => Promise<boolean>;
  /** Renews now; one request in flight, whoever asks. */
  readonly renew: () => Promise<Renewal>;
  /** Renews by timer while the shell is shown. Returns the way to stop. */
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
      // Signed out, or somebody else signed in, while the request was on its way: its answer is nobody's.
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
      // Another tab was faster, and the word of it is still on its way here.
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

// Web Locks exist on secure origins only; elsewhere the server's grace for a reused token has to do.
async function oneTabAtATime(work: () => Promise<Renewal>): Promise<Renewal> {
  const locks: LockManager | undefined = globalThis.navigator.locks;
  return locks === undefined ? work() : locks.request('manabook-session', work);
}
