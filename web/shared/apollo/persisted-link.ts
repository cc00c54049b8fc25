import { ApolloLink } from '@apollo/client';
import { mergeMap, NEVER, of } from 'rxjs';

interface PersistedOptions {
  /** A room's hashes: operation name → sha-256 of the text that the gateway has. */
  readonly hashes: Readonly<Record<string, string>>;
  /**
   * Called when the gateway does not know a hash. True when the page will reload, so that no screen shows a problem.
   */
  readonly onOutdated: () => boolean;
}

/** Sends an operation's hash instead of its text. The development server takes the text. */
export function createPersistedLink({ hashes, onOutdated }: PersistedOptions): ApolloLink {
  return new ApolloLink((operation, forward) => {
    const sha256Hash = hashes[operation.operationName ?? ''];
    if (import.meta.env.DEV || sha256Hash === undefined) return forward(operation);
    operation.extensions['persistedQuery'] = { version: 1, sha256Hash };
    operation.setContext({ http: { includeQuery: false, includeExtensions: true } });
    return forward(operation).pipe(mergeMap((result) => (isUnknown(result) && onOutdated() ? NEVER : of(result))));
  });
}

const isUnknown = ({ errors }: ApolloLink.Result): boolean =>
  errors?.[0]?.extensions?.['code'] === 'PERSISTED_QUERY_NOT_FOUND';
