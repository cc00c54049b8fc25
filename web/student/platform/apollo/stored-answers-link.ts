import { ApolloLink } from '@apollo/client';
import { Observable } from 'rxjs';
import { problemOf } from '#web/shared/apollo/problem.ts';
import { storedAnswer, storeAnswer, storedKey } from './stored-answers.ts';

/** Milliseconds before what the device has stored replaces a network that does not respond. */
export const networkPatience = 6_000;

/** Answers from the device's store when the network is unavailable. `profileId` returns the caller. */
export const createStoredAnswersLink = (profileId: () => string | undefined): ApolloLink =>
  new ApolloLink((operation, forward) => {
    const name = storedKey(operation, profileId());
    if (name === undefined) return forward(operation);
    return new Observable((observer) => {
      const network = forward(operation).subscribe({
        next: (result) => {
          clearTimeout(slow);
          if (result.data && !result.errors) void storeAnswer(name, result.data);
          observer.next(result);
        },
        error: (error: unknown) => {
          clearTimeout(slow);
          const { status, cancelled } = problemOf(error);
          const wanted = status === 0 && !cancelled ? storedAnswer(name) : Promise.resolve(undefined);
          void wanted.then((found) => (found ? standIn(found) : observer.error(error)));
        },
        complete: () => observer.complete(),
      });
      const slow = setTimeout(() => void storedAnswer(name).then((found) => found && standIn(found)), networkPatience);
      return () => {
        clearTimeout(slow);
        network.unsubscribe();
      };

      function standIn(data: Record<string, unknown>): void {
        if (observer.closed) return;
        network.unsubscribe();
        observer.next({ data });
        observer.complete();
      }
    });
  });
