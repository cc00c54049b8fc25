import { z } from 'zod';
import type { Access } from '#schema/access.ts';
import { problem } from '#schema/problem.ts';
import { contract } from '#schema/rest/contract.ts';
import type { Operation } from '#schema/rest/operation.ts';
import { parametersOf } from './openapi-parameters.ts';
import { problemTitle } from './problems.ts';

let cached: ReturnType<typeof describe> | undefined;

/** The OpenAPI 3.1 document of the whole contract; made once. */
export function openapiDocument() {
  return (cached ??= describe(contract));
}

function describe(operations: readonly Operation[]) {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const operation of operations) {
    const path = (paths[operation.path] ??= {});
    path[operation.method.toLowerCase()] = describeOperation(operation);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Manabook /api',
      version: '1',
      description:
        'Paths, query names and form fields are case-sensitive. Every error is application/problem+json (RFC 9457) with a `messageKey`; `errors` maps a field to message keys.',
    },
    servers: [{ url: '/api' }],
    paths,
    components: {
      schemas: { Problem: jsonSchema(problem, 'output') },
      securitySchemes: {
        staffToken: bearer('The access token of POST /Auth/login; it lives 10 minutes.'),
        profileToken: bearer('The token of POST /Student, for that profile alone.'),
      },
    },
  };
}

const bearer = (description: string) => ({ type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description });

function describeOperation(operation: Operation) {
  const { name, path, summary, access, body } = operation;
  return {
    operationId: name,
    tags: [path.split('/')[1]],
    summary,
    description: `Access: ${accessInWords(access)}.`,
    security: security(access),
    parameters: parametersOf(operation),
    ...(body && { requestBody: { required: true, content: json(jsonSchema(body, 'input')) } }),
    responses: responsesOf(operation),
  };
}

function responsesOf(operation: Operation): Record<string, unknown> {
  const { response, status = response ? 200 : 204, problems = [], access } = operation;
  const takesInput = operation.params ?? operation.query ?? operation.body;
  const expected = [...(takesInput ? [400] : []), ...(access.kind === 'anyone' ? [] : [401, 403]), ...problems, 500];
  const success = response
    ? { description: 'Done.', content: json(jsonSchema(response, 'output')) }
    : { description: 'Done.' };
  const failures = expected.map((code): [number, unknown] => [
    code,
    {
      description: problemTitle(code),
      content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
    },
  ]);
  return Object.fromEntries([[status, success], ...failures]);
}

const json = (schema: unknown) => ({ 'application/json': { schema } });

function jsonSchema(schema: z.ZodType, io: 'input' | 'output') {
  const { $schema: _dialect, ...described } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return described;
}

function accessInWords(access: Access): string {
  if (access.kind === 'anyone') return 'anyone, without a token';
  if (access.kind === 'student') return "a student's profile token";
  return `${access.roles.join(', ')}; SuperAdmin always`;
}

function security(access: Access): Record<string, string[]>[] {
  if (access.kind === 'staff') return [{ staffToken: [] }];
  if (access.kind === 'student') return [{ profileToken: [] }];
  return [{}];
}
