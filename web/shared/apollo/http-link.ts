import { HttpLink } from '@apollo/client/link/http';
import { signalWithin } from '#web/shared/signal-within.ts';
import { report } from '#web/shared/telemetry/report.ts';
import { isUpload } from '#web/shared/uploads/upload-options.ts';

const uri = '/graphql';
/** The specification's limit for a request of the web client (section 9), in milliseconds. */
const requestTimeout = 180_000;

/** Sends operations to the gateway; `onResponse` reads the headers, which carry refreshed tokens. */
export function createHttpLink(onResponse?: (headers: Headers) => void): HttpLink {
  return new HttpLink({
    uri,
    fetch: async (input, init) => {
      const signal = signalWithin(requestTimeout, init?.signal);
      const response = await send(input, { ...init, signal }).catch((error: unknown) => {
        if (!init?.signal?.aborted) report({ type: 'call', operation: nameIn(init?.body), status: 0 });
        throw error;
      });
      if (response.status >= 500) report({ type: 'call', operation: nameIn(init?.body), status: response.status });
      onResponse?.(response.headers);
      return response;
    },
  });
}

async function send(input: RequestInfo | URL, init: RequestInit & { readonly signal: AbortSignal }): Promise<Response> {
  if (!isUpload(init) || typeof init.body !== 'string') return fetch(input, init);
  // Loaded on demand, since most pages send no file.
  const { sendForm } = await import('#web/shared/uploads/send-form.ts');
  return sendForm(uri, { ...init, body: init.body });
}

function nameIn(body: BodyInit | null | undefined): string | undefined {
  if (typeof body !== 'string') return undefined;
  return (JSON.parse(body) as { operationName?: string }).operationName;
}
