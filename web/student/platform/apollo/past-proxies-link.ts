import { ApolloLink } from '@apollo/client';
import { catchError, throwError } from 'rxjs';
import { isByProxy, problemOf } from '#web/shared/apollo/problem.ts';

/** Takes a proxy's refusal for no network: it is no word of the server about the class, page or child that was asked for. */
export const pastProxiesLink = new ApolloLink((operation, forward) =>
  forward(operation).pipe(
    catchError((error: unknown) => {
      const cause = isByProxy(problemOf(error)) ? new TypeError('A proxy answered', { cause: error }) : error;
      return throwError(() => cause);
    }),
  ),
);
