import { contract } from '#schema/rest/contract.ts';
import type { Operation } from '#schema/rest/operation.ts';
import { operationObject, type OperationObject } from './operation-object.ts';
import { problemResponses, problemSchema } from './responses.ts';
import { tagDescriptions, tagOf } from './tags.ts';

const about = `The service that keeps a school's classes, textbooks, contents and community. Paths, query names and form fields are case-sensitive; bodies and answers are JSON in camelCase.

Ids are UUIDs, hash codes 22 URL-safe characters. A day is \`2026-04-01\` in the school's time zone, an instant ISO 8601 in UTC. Times spent are milliseconds, sizes bytes.

A page of a list is \`{ items, pageNumber, pageSize, totalCount }\`; \`PageSize\` is 1 to 100, 20 unless given.

Every error is \`application/problem+json\` (RFC 9457) with a \`messageKey\`; \`errors\` maps a field to message keys, whose words are in \`/locales/en/messages.json\` and \`/locales/jp/messages.json\`.

Files are answered as \`{ url, fileName }\`: a signed path on the gateway, which opens for its time without a token.`;

let cached: ReturnType<typeof describe> | undefined;

/** The OpenAPI 3.1 document of the whole contract; made once. */
export function openapiDocument() {
  return (cached ??= describe(contract));
}

function describe(operations: readonly Operation[]) {
  const paths: Record<string, Record<string, OperationObject>> = {};
  for (const operation of operations) {
    const path = (paths[operation.path] ??= {});
    path[operation.method.toLowerCase()] = operationObject(operation);
  }
  const tags = [...new Set(operations.map(tagOf))].sort((a, b) => a.localeCompare(b));
  return {
    openapi: '3.1.0',
    info: { title: 'Manabook /api', version: '1', description: about },
    servers: [{ url: '/api' }],
    tags: tags.map((name) => ({ name, description: tagDescriptions[name] ?? name })),
    paths,
    components: {
      schemas: { Problem: problemSchema },
      responses: problemResponses,
      securitySchemes: {
        staffToken: bearer('The access token of POST /Auth/login; it lives 10 minutes.'),
        profileToken: bearer('The token of POST /Student, for that profile alone.'),
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          description:
            'A key of POST /ApiKey, `mbk_…`: it acts as its owner, within its scopes. Any call may answer 429 with it.',
        },
      },
    },
  };
}

const bearer = (description: string) => ({ type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description });
