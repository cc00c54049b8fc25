import { createServer, request as httpRequest } from 'node:http';
import type { ClientRequest, IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { makeExecutableSchema } from '@graphql-tools/schema';
import express from 'express';
import { pino } from 'pino';
import { onTestFinished } from 'vitest';
import { z } from 'zod';
import { scalars } from '#gateway/graphql/scalars.ts';
import type { Context } from '#gateway/context.ts';
import { errorAnswers } from '#gateway/http/problems.ts';
import { dataHeaders } from '#gateway/http/security-headers.ts';
import { createGraphqlServer } from '#gateway/pipeline/apollo.ts';
import { createExecutor } from '#gateway/pipeline/execute.ts';
import { graphqlRoute } from '#gateway/pipeline/pipeline.ts';
import { createRefresh } from '#gateway/rest/refresh.ts';
import { createUpstream } from '#gateway/rest/upstream.ts';
import { readSettings } from '#gateway/settings.ts';
import type { Upload } from '#gateway/uploads/form-files.ts';
import { anyone } from '#schema/access.ts';
import { operation } from '#schema/rest/operation.ts';
import type { StandIn } from './stand-in.ts';

/** In bytes, of each of the two files. */
export const largest = 1_000_000;

const store = operation({
  name: 'store',
  method: 'POST',
  path: '/store',
  summary: 'Keeps two files.',
  access: anyone,
  form: {
    fields: z.object({ LessionId: z.string(), Note: z.string().optional() }),
    files: {
      Image: { kind: 'image', maximum: largest },
      Thumbnail: { kind: 'image', maximum: largest, optional: true },
    },
  },
  response: z.object({ size: z.int() }),
});

const typeDefs = `
  scalar Upload
  type Query { nothing: String }
  type Mutation { store(lessonId: String!, note: String, image: Upload!, thumbnail: Upload): Int }
`;

interface StoreArguments {
  readonly lessonId: string;
  readonly note?: string | null;
  readonly image: Upload;
  readonly thumbnail?: Upload | null;
}

const resolvers = {
  Upload: scalars.Upload,
  Mutation: {
    store: async (_: unknown, { lessonId, note, image, thumbnail }: StoreArguments, { client }: Context) => {
      const fields = { LessionId: lessonId, Note: note };
      return (await client.call(store, { fields, files: { Image: image, Thumbnail: thumbnail } })).size;
    },
  },
};

/**
 * The gateway's own way of a GraphQL request, over a schema that knows one upload; `lines` gets what it logs. Ends with the
 * test; its address.
 */
export async function startUploadGateway(
  api: Pick<StandIn, 'url'>,
  upload = 30_000,
  lines: string[] = [],
): Promise<string> {
  const settings = readSettings({ API_URL: api.url, FREE_OPERATIONS: 'everyone' });
  const log = pino({ level: 'info' }, { write: (line: string) => lines.push(line) });
  const timeouts = { ...settings.timeouts, upload };
  const upstream = createUpstream({ apiUrl: api.url, timeouts });
  const schema = makeExecutableSchema({ typeDefs, resolvers });
  const executor = createExecutor(schema);
  const apollo = createGraphqlServer({ schema, executor, settings, log });
  await apollo.start();
  const refresh = createRefresh(upstream, timeouts.call);
  const parts = { upstream, refresh, timeouts, behindTls: false, log };
  const routes = graphqlRoute({ server: apollo, executor, parts, headers: dataHeaders(settings) });
  const app = express().use(routes, errorAnswers(log));
  const server = createServer(app);
  const url = await listen(server);
  onTestFinished(async () => {
    await apollo.stop();
    await upstream.close();
  });
  return url;
}

/**
 * An /api that handles a request at its start and may answer before its end. Ends with the test; resolves with its
 * address.
 */
export async function startListener(
  hear: (request: IncomingMessage, response: ServerResponse) => unknown,
): Promise<{ url: string }> {
  return { url: await listen(createServer((request, response) => void hear(request, response))) };
}

async function listen(server: ReturnType<typeof createServer>): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

export const boundary = 'a-boundary';
export const textPart = (name: string, text: string): string =>
  `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`;
export const filePart = (name: string, fileName = 'a.png'): string =>
  `--${boundary}\r\ncontent-disposition: form-data; name="${name}"; filename="${fileName}"\r\ncontent-type: image/png\r\n\r\n`;
export const end = `\r\n--${boundary}--\r\n`;

const query =
  'mutation ($image: Upload!, $thumbnail: Upload) { store(lessonId: "b", note: "c", image: $image, thumbnail: $thumbnail) }';
/** The beginning of a form whose first file is the image, and its second the thumbnail where `order` names it. */
export const beginning = (...order: ('image' | 'thumbnail')[]): string =>
  textPart('operations', JSON.stringify({ query, variables: { image: null, thumbnail: null } })) +
  textPart('map', JSON.stringify(Object.fromEntries(order.map((name, index) => [index, [`variables.${name}`]]))));

/** A request whose body is written piece by piece. */
export function openUpload(url: string, headers: Record<string, string> = {}): ClientRequest {
  return httpRequest(`${url}/graphql`, {
    method: 'POST',
    headers: {
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'apollo-require-preflight': 'true',
      ...headers,
    },
  });
}

/** Sends a whole form. */
export function sendForm(
  url: string,
  body: string | Buffer<ArrayBuffer>,
  headers: Record<string, string> = {},
): Promise<Response> {
  return fetch(`${url}/graphql`, {
    method: 'POST',
    headers: {
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'apollo-require-preflight': 'true',
      ...headers,
    },
    body,
  });
}
