import { ApolloLink } from '@apollo/client';
import { SetContextLink } from '@apollo/client/link/context';
import { ErrorLink } from '@apollo/client/link/error';
import { from, switchMap, throwError } from 'rxjs';
import { problemOf } from '#web/shared/apollo/problem.ts';
import { isUpload } from '#web/shared/uploads/upload-options.ts';
import { loginInfo, type LoginInfo } from '#web/staff/auth/login-info.ts';
import type { Session } from '#web/staff/auth/session.ts';

interface SessionContext {
  readonly replayed?: boolean;
  readonly headers?: Readonly<Record<string, string>>;
}

const bearerOf = ({ accessToken }: Pick<LoginInfo, 'accessToken'>) => `Bearer ${accessToken}`;

const bearer = new SetContextLink(() => {
  const held = loginInfo();
  if (held === null) return {};
  return { headers: { authorization: bearerOf(held), 'x-refresh-token': held.refreshToken } };
});

/**
 * Milliseconds that an access token must have left when an upload starts: longer than the gateway's own margin. A pair
 * that the gateway renewed would come back with the upload's answer, minutes later, when the old one is long spent.
 */
const uploadMargin = 60_000;

/** Sends the pair with every operation; one that is refused as unauthenticated is carried out again after a renewal, once. */
export function createSessionLink(session: Pick<Session, 'renew' | 'ensure'>): ApolloLink {
  const replay = new ErrorLink(({ error, operation, forward }) => {
    const held = loginInfo();
    const { replayed, headers } = operation.getContext() as SessionContext;
    if (problemOf(error).status !== 401 || held === null || replayed) return;
    operation.setContext({ replayed: true });
    // Renewed while this one was on its way, by the timer or another tab: it only came with the old pair.
    if (headers?.['authorization'] !== bearerOf(held)) return forward(operation);
    return from(session.renew()).pipe(
      switchMap((renewal) => (renewal === 'renewed' ? forward(operation) : throwError(() => error))),
    );
  });
  const freshForUploads = new ApolloLink((operation, forward) => {
    const { fetchOptions } = operation.getContext() as { fetchOptions?: object };
    if (!isUpload(fetchOptions)) return forward(operation);
    return from(session.ensure(uploadMargin)).pipe(switchMap(() => forward(operation)));
  });
  return ApolloLink.from([replay, freshForUploads, bearer]);
}
