import { ApolloLink } from '@apollo/client';
import { CombinedGraphQLErrors } from '@apollo/client/errors';
import { Observable } from 'rxjs';
import { problemOf, type ClientProblem } from '#web/shared/apollo/problem.ts';
import { storedAnswer, storeAnswer, storedKey } from './stored-answers.ts';

/** Milliseconds before what the device has stored replaces a network that does not respond. */
export const networkPatience = 6_000;

/** Whether nobody could answer: no network, a proxy in the way, or a server that is down or busy. */
const isUnanswered = (problem: ClientProblem): boolean =>
  !problem.cancelled && (problem.status === 0 || (problem.status >= 502 && problem.status <= 504));

/**
 * Answers from the device's store when the network is unavailable or slow; a late answer of the network replaces the
 * stored one. `profileId` returns the caller.
 */
export const createStoredAnswersLink = (profileId: () => string | undefined): ApolloLink =>
  new ApolloLink((operation, forward) => {
    const name = storedKey(operation, profileId());
    if (name === undefined) return forward(operation);
    const findStored = () => storedAnswer(name);
    return new Observable((observer) => {
      let stoodIn = false;
      const network = forward(operation).subscribe({
        next: (result) => {
          clearTimeout(slow);
          const { data, errors } = result;
          if (errors) return settle(problemOf(new CombinedGraphQLErrors({ errors })), () => finish(result));
          if (data) void storeAnswer(name, data);
          return finish(result);
        },
        error: (error: unknown) => {
          clearTimeout(slow);
          settle(problemOf(error), () => observer.error(error));
        },
      });
      const slow = setTimeout(() => void standIn(), networkPatience);
      return () => {
        clearTimeout(slow);
        network.unsubscribe();
      };

      function finish(result: ApolloLink.Result): void {
        observer.next(result);
        observer.complete();
      }

      /** Ends a request that failed: with the stored answer if nobody answered, else by `fail`. */
      function settle(problem: ClientProblem, fail: () => void): void {
        if (!isUnanswered(problem)) return fail();
        void standIn().then(() => (stoodIn ? observer.complete() : fail()));
      }

      async function standIn(): Promise<void> {
        const found = stoodIn ? undefined : await findStored();
        if (found === undefined || observer.closed || stoodIn) return;
        stoodIn = true;
        observer.next({ data: found });
      }
    });
  });
