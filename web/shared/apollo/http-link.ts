import { HttpLink } from '@apollo/client/link/http';

/** The spec's own limit for a request of the web client (section 9), in milliseconds. */
const requestTimeout = 180_000;

/** Sends operations to the gateway; `onResponse` sees the headers, where refreshed tokens come back. */
export function createHttpLink(onResponse?: (headers: Headers) => void): HttpLink {
  return new HttpLink({
    uri: '/graphql',
    fetch: async (input, init) => {
      const limit = AbortSignal.timeout(requestTimeout);
      const signal = init?.signal ? AbortSignal.any([init.signal, limit]) : limit;
      const response = await fetch(input, { ...init, signal });
      onResponse?.(response.headers);
      return response;
    },
  });
}
