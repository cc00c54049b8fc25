import { ApolloClient, ApolloLink, InMemoryCache } from '@apollo/client';
import { tap } from 'rxjs';
import { createHttpLink } from '#web/shared/apollo/http-link.ts';
import { activeProfile } from '#web/student/profiles/use-student.ts';
import { showJapanese } from '#web/student/text/japanese-glyphs.ts';

/** The header that makes an operation act as a profile. */
export const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

const asActiveProfile = new ApolloLink((operation, forward) => {
  const profile = activeProfile();
  // An operation that says by itself who it acts for keeps its header.
  if (profile)
    operation.setContext(({ headers }: { headers?: Record<string, string> }) => ({
      headers: { ...bearer(profile.token), ...headers },
    }));
  return forward(operation);
});

/** What arrives is shown in its own letters. */
const withLetters = new ApolloLink((operation, forward) =>
  forward(operation).pipe(tap(({ data }) => showJapanese(JSON.stringify(data ?? '')))),
);

export const studentClient = new ApolloClient({
  link: ApolloLink.from([asActiveProfile, withLetters, createHttpLink()]),
  cache: new InMemoryCache(),
});
