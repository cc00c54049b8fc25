import { ApolloClient, InMemoryCache } from '@apollo/client';
import { createHttpLink } from '#web/shared/apollo/http-link.ts';
import { persistedLink } from './persisted.ts';

/** For signing in and renewing: no token is sent and nothing is remembered. */
export const tokenlessClient = new ApolloClient({
  link: persistedLink.concat(createHttpLink()),
  cache: new InMemoryCache(),
  defaultOptions: { mutate: { fetchPolicy: 'no-cache' } },
});
