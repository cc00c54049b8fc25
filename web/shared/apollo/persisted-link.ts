import { ApolloLink } from '@apollo/client';
import { mergeMap, NEVER, of } from 'rxjs';

interface PersistedOptions {
  /** A room's operations: name → sha-256 of the text that the gateway has. */
  readonly hashes: Readonly<Record<string, string>>;
  /** The gateway does not know a hash. True when the page is about to go, so that no screen need show a problem. */
  readonly onOutdated: () => boolean;
}

/** Names an operation by its hash instead of sending its text. In development the gateway takes the text. */
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
