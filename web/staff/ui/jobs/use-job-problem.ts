import { type ErrorLike, NetworkStatus } from '@apollo/client';
import { useState } from 'react';
import { type ClientProblem, problemOf } from '#web/shared/apollo/problem.ts';

interface JobQuery {
  readonly error?: ErrorLike | undefined;
  readonly networkStatus: NetworkStatus;
}

/**
 * The problem of the last request for a job. Apollo Client removes the error at the start of each poll. A notice that
 * disappears and comes back every second would be read out each time.
 */
export function useJobProblem({ error, networkStatus }: JobQuery): ClientProblem | undefined {
  const [before, setBefore] = useState(error);
  const shown = networkStatus === NetworkStatus.poll ? before : error;
  if (shown !== before) setBefore(shown);
  return shown && problemOf(shown);
}
