import { ApolloLink } from '@apollo/client';
import { mergeMap, of, type ObservableInput } from 'rxjs';

interface PersistedOptions {
  /** A room's hashes: operation name → sha-256 of the text that the gateway has. */
  readonly hashes: Readonly<Record<string, string>>;
  /** Returns the screen's result when the gateway does not know a hash; emits nothing if the page will reload. */
  readonly onOutdated: (result: ApolloLink.Result) => ObservableInput<ApolloLink.Result>;
}

/** Sends an operation's hash instead of its text. The development server takes the text. */
export function createPersistedLink({ hashes, onOutdated }: PersistedOptions): ApolloLink {
  return new ApolloLink((operation, forward) => {
    const sha256Hash = hashes[operation.operationName ?? ''];
    if (import.meta.env.DEV || sha256Hash === undefined) return forward(operation);
    operation.extensions['persistedQuery'] = { version: 1, sha256Hash };
    operation.setContext({ http: { includeQuery: false, includeExtensions: true } });
    return forward(operation).pipe(mergeMap((result) => (isUnknown(result) ? onOutdated(result) : of(result))));
  });
}

const isUnknown = ({ errors }: ApolloLink.Result): boolean =>
  errors?.[0]?.extensions?.['code'] === 'PERSISTED_QUERY_NOT_FOUND';
