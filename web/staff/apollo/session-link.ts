import { ApolloLink } from '@apollo/client';
import { SetContextLink } from '@apollo/client/link/context';
import { ErrorLink } from '@apollo/client/link/error';
import { from, switchMap, throwError } from 'rxjs';
import { problemOf } from '#web/shared/apollo/problem.ts';
import { loginInfo } from '#web/staff/auth/login-info.ts';
import type { Session } from '#web/staff/auth/session.ts';

const bearer = new SetContextLink(() => {
  const held = loginInfo();
  if (held === null) return {};
  return { headers: { authorization: `Bearer ${held.accessToken}`, 'x-refresh-token': held.refreshToken } };
});

/** Sends the pair with every operation; one that is refused as unauthenticated is carried out again after a renewal, once. */
export function createSessionLink(session: Pick<Session, 'renew'>): ApolloLink {
  const replay = new ErrorLink(({ error, operation, forward }) => {
    if (problemOf(error).status !== 401 || loginInfo() === null || operation.getContext()['replayed']) return;
    operation.setContext({ replayed: true });
    return from(session.renew()).pipe(
      switchMap((renewal) => (renewal === 'renewed' ? forward(operation) : throwError(() => error))),
    );
  });
  return ApolloLink.from([replay, bearer]);
}
