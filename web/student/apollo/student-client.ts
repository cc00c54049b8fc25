import { ApolloClient, ApolloLink, InMemoryCache } from '@apollo/client';
import { createHttpLink } from '#web/shared/apollo/http-link.ts';
import { activeProfile } from '#web/student/profiles/use-student.ts';

/** The header that makes an operation act as a profile. */
export const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

const asActiveProfile = new ApolloLink((operation, forward) => {
  const profile = activeProfile();
  // An operation that says by itself who it acts for keeps its header.
  if (profile) operation.setContext(({ headers }: { headers?: Record<string, string> }) => ({ headers: { ...bearer(profile.token), ...headers } }));
  return forward(operation);
});

export const studentClient = new ApolloClient({
  link: asActiveProfile.concat(createHttpLink()),
  cache: new InMemoryCache(),
});
