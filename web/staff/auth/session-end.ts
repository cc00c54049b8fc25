import type { ClientProblem } from '#web/shared/apollo/problem.ts';
import { loginInfo } from './login-info.ts';

/** Refused because the session is over, which has its own toast and its own way back. */
export function isSessionEnd(problem: ClientProblem): boolean {
  return problem.status === 401 && loginInfo() === null;
}
