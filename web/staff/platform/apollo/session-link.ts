import { ApolloLink } from '@apollo/client';
import { SetContextLink } from '@apollo/client/link/context';
import { ErrorLink } from '@apollo/client/link/error';
import { from, switchMap, throwError } from 'rxjs';
import { problemOf } from '#web/shared/apollo/problem.ts';
import { isUpload } from '#web/shared/uploads/upload-options.ts';
import { remainingLifetime } from '#web/staff/platform/session/access-token.ts';
import { loginInfo, type LoginInfo } from '#web/staff/platform/session/login-info.ts';
import type { Session } from '#web/staff/platform/session/session.ts';

interface SessionContext {
  readonly replayed?: boolean;
  readonly headers?: Readonly<Record<string, string>>;
}

const bearerOf = ({ accessToken }: Pick<LoginInfo, 'accessToken'>) => `Bearer ${accessToken}`;

/** The gateway renews a pair whose access token has at most this long left, in milliseconds. */
const gatewayMargin = 30_000;

// The gateway needs no refresh token while the access token lives long enough. If such a request is late, this tab may
// have renewed the pair meanwhile, and the gateway's renewal of the old pair would end the session. An upload may outlive
// its access token, so it has both.
const bearer = new SetContextLink(({ fetchOptions }) => {
  const login = loginInfo();
  if (login === null) return {};
  const authorization = bearerOf(login);
  const livesOn = remainingLifetime(login, Date.now()) > gatewayMargin && !isUpload(fetchOptions);
  return { headers: livesOn ? { authorization } : { authorization, 'x-refresh-token': login.refreshToken } };
});

/**
 * Milliseconds that an access token must have left when an upload starts: longer than the gateway's own margin. A pair
 * that the gateway renewed would return with the upload's response, minutes later, after the old pair has expired.
 */
const uploadMargin = 60_000;

/** Sends the access token with every operation, and the refresh token where the gateway may need it. After a 401 it renews them and repeats the operation once. */
export function createSessionLink(session: Pick<Session, 'renew' | 'ensure'>): ApolloLink {
  const replay = new ErrorLink(({ error, operation, forward }) => {
    const login = loginInfo();
    const { replayed, headers } = operation.getContext() as SessionContext;
    if (problemOf(error).status !== 401 || login === null || replayed) return;
    operation.setContext({ replayed: true });
    // The timer or another tab renewed the tokens meanwhile; this operation still had the old ones.
    if (headers?.['authorization'] !== bearerOf(login)) return forward(operation);
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
