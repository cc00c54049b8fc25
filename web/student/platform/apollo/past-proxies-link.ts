import { ApolloLink } from '@apollo/client';
import { catchError, throwError } from 'rxjs';
import { isByProxy, problemOf } from '#web/shared/apollo/problem.ts';

/** Turns the refusal of a proxy into a network error, since a proxy knows nothing about the class, the page or the child. */
export const pastProxiesLink = new ApolloLink((operation, forward) =>
  forward(operation).pipe(
    catchError((error: unknown) => {
      const isWord = !isByProxy(problemOf(error));
      return throwError(() => (isWord ? error : new TypeError('A proxy answered', { cause: error })));
    }),
  ),
);
