import { request } from 'undici';
import type { QueryName } from '#web/staff/platform/apollo/stale-fields.ts';
import { loginInfo } from '#web/staff/platform/session/login-info.ts';
import { persisted } from '#web/staff/persisted.generated.ts';

interface Body {
  readonly data?: unknown;
  readonly errors?: readonly { readonly extensions?: { readonly status?: number } }[];
}

/**
 * What the server answers to a query of the staff app; undefined where it refuses, as for a row that was deleted. The
 * request goes past the app's client and without compression: the walk asks thousands of times, and the client's own
 * way is proven by the lists that it opens and refetches.
 */
export async function serverAnswer(url: string, operationName: QueryName, variables: object): Promise<unknown> {
  const sha256Hash = persisted[operationName];
  const { body } = await request(new URL('/graphql', url), {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${loginInfo()?.accessToken}` },
    body: JSON.stringify({ operationName, variables, extensions: { persistedQuery: { version: 1, sha256Hash } } }),
  });
  const { data, errors = [] } = (await body.json()) as Body;
  // Otherwise a missing session or a timeout would count as a deleted row, and the list would not be compared.
  const unanswered = errors.map(({ extensions }) => extensions?.status ?? 500).find((of) => of === 401 || of >= 500);
  if (unanswered !== undefined) throw new Error(`${operationName} was answered by ${unanswered}`);
  return errors.length > 0 ? undefined : data;
}
