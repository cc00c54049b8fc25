import { nextTask } from '#web/shared/next-task.ts';
import { ApolloClient, ApolloLink, InMemoryCache, type DocumentNode, type OperationVariables } from '@apollo/client';
import { NEVER, of, tap } from 'rxjs';
import { createHttpLink } from '#web/shared/apollo/http-link.ts';
import { createPersistedLink } from '#web/shared/apollo/persisted-link.ts';
import { reloadOnce } from '#web/shared/reload-once.ts';
import { pastProxiesLink } from './past-proxies-link.ts';
import { createStoredAnswersLink } from './stored-answers-link.ts';
import { persisted } from '#web/student/persisted.generated.ts';
import { activeProfile } from '#web/student/platform/profiles/profile-store.ts';
import { showJapanese } from '#web/student/platform/i18n/japanese-glyphs.ts';
import { isReloadHarmful } from '#web/student/platform/work-in-hand.ts';
import { previewToken } from '#web/student/platform/preview.ts';

/** The header with which an operation acts as a profile. */
export const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

interface StudentContext {
  readonly headers?: Record<string, string>;
  /** The operation is not the active profile's. */
  readonly asNobody?: boolean;
}

const asActiveProfile = new ApolloLink((operation, forward) => {
  const { asNobody = false } = operation.getContext() as StudentContext;
  const token = previewToken() ?? (asNobody ? undefined : activeProfile()?.token);
  // An operation with its own authorization header keeps it.
  if (token !== undefined)
    operation.setContext(({ headers }: StudentContext) => ({
      headers: { ...bearer(token), ...headers },
    }));
  return forward(operation);
});

/** Loads the Japanese glyphs of each answer. */
const withLetters = new ApolloLink((operation, forward) =>
  forward(operation).pipe(tap(({ data }) => showJapanese(JSON.stringify(data ?? '')))),
);

/** The operations that `askEarly` starts. */
const askedEarly = new Set(['ClassPage', 'UnitPage', 'ContentPage']);
/** When the network has answered them, in milliseconds since 1970. */
const answeredAt = new Map<string, number>();
const ageKey = (name: string | undefined, variables: OperationVariables) => `${name} ${JSON.stringify(variables)}`;

const withAge = new ApolloLink((operation, forward) => {
  const { operationName = '', variables } = operation;
  if (!askedEarly.has(operationName)) return forward(operation);
  return forward(operation).pipe(
    tap(({ data }) => data && answeredAt.set(ageKey(operationName, variables), Date.now())),
  );
});

const keptAnswersLink = createStoredAnswersLink(() => activeProfile()?.id);

/** The result of an operation that can be sent again after the reload. */
const temporary = (result: ApolloLink.Result): ApolloLink.Result => ({
  ...result,
  errors: result.errors?.map((error) => ({ ...error, extensions: { ...error.extensions, status: 503 } })),
});

// student-area.tsx shows the reload, which waits while the child has a work in hand.
const persistedLink = createPersistedLink({
  hashes: persisted,
  onOutdated: (result) => {
    if (reloadOnce(() => undefined)) return NEVER;
    return of(isReloadHarmful() ? temporary(result) : result);
  },
});

export const studentClient = new ApolloClient({
  link: ApolloLink.from([
    asActiveProfile,
    withLetters,
    keptAnswersLink,
    withAge,
    persistedLink,
    pastProxiesLink,
    createHttpLink(),
  ]),
  cache: new InMemoryCache(),
});

/** Milliseconds after which an answer is asked for again when its screen is entered. */
const freshFor = 60_000;

/**
 * Starts a screen's query early, while its texts are loading; the screen reports errors. An older answer is shown, and
 * replaced behind the screen: a tablet's page stays open for days, and staff change books and classes.
 */
export function askEarly(query: DocumentNode, variables: OperationVariables): void {
  const [operation] = query.definitions;
  const name = operation && 'name' in operation ? operation.name?.value : undefined;
  const isFresh = Date.now() - (answeredAt.get(ageKey(name, variables)) ?? 0) < freshFor;
  void nextTask()
    .then(() => studentClient.query({ query, variables, fetchPolicy: isFresh ? 'cache-first' : 'network-only' }))
    .catch(() => undefined);
}
