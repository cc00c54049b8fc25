import { problem } from '#schema/problem.ts';
import type { Operation } from '#schema/rest/operation.ts';
import { problemStatuses } from '#schema/rest/problems.ts';
import { problemTitle } from '#api/ground/http/problems.ts';
import { exampleOf } from './examples.ts';
import { type JsonSchema, jsonSchema } from './json-schema.ts';
import { tagOf } from './tags.ts';

export interface ResponseObject {
  readonly description: string;
  readonly headers?: Readonly<Record<string, { readonly description: string; readonly schema: JsonSchema }>>;
  readonly content?: Readonly<Record<string, { readonly schema: JsonSchema; readonly example?: unknown }>>;
}

const problemReference: JsonSchema = { $ref: '#/components/schemas/Problem' };

interface Reference {
  readonly $ref: string;
}

const messageKeys: Readonly<Record<number, string>> = {
  400: 'messages.validationFailed',
  401: 'messages.unauthorized',
  403: 'messages.forbidden',
  404: 'messages.notFound',
  409: 'messages.changedMeanwhile',
  413: 'messages.fileTooLarge',
  415: 'messages.unsupportedMediaType',
  429: 'messages.tooManyRequests',
  500: 'messages.internalError',
  503: 'messages.serviceUnavailable',
  507: 'messages.storageFull',
};

const secondsToWait = { 'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer' } } } as const;

/** All problem responses, by names such as `Problem404`. */
export const problemResponses: Readonly<Record<string, ResponseObject>> = Object.fromEntries(
  Object.entries(messageKeys).map(([code, messageKey]) => [
    `Problem${code}`,
    problemResponse(Number(code), messageKey),
  ]),
);

function problemResponse(status: number, messageKey: string): ResponseObject {
  const example = {
    type: 'about:blank',
    title: problemTitle(status),
    status,
    instance: '/api/Class',
    traceId: '01991a72-90aa-7f11-9d2e-5c4b3a291807',
    messageKey,
    ...(status === 400 && { detail: 'Validation failed', errors: { className: ['messages.classNameRequire'] } }),
  };
  return {
    description: problemTitle(status),
    ...((status === 429 || status === 503) && { headers: secondsToWait }),
    content: { 'application/problem+json': { schema: problemReference, example } },
  };
}

export const problemSchema = jsonSchema(problem, 'output');

/** The responses of an operation by status: the success with an example, then the problems. */
export function responsesOf(operation: Operation): Record<string, ResponseObject | Reference> {
  const { status = operation.response ? 200 : 204 } = operation;
  const failures = problemsOf(operation).map((code) => [code, { $ref: `#/components/responses/Problem${code}` }]);
  return { [status]: success(operation), ...(Object.fromEntries(failures) as Record<string, Reference>) };
}

function success(operation: Operation): ResponseObject {
  const { response, file } = operation;
  if (!response) return { description: 'Done; there is no more to say.' };
  const schema = jsonSchema(response, 'output');
  const json = { schema, example: exampleOf(schema, { name: '', owner: tagOf(operation) }) };
  if (file === undefined) return { description: 'Done.', content: { 'application/json': json } };
  return {
    description:
      'The file; or, for `Accept: application/json`, a signed path on the gateway to the same file, which opens for ten minutes.',
    content: { [file]: { schema: { type: 'string', format: 'binary' } }, 'application/json': json },
  };
}

/** The statuses other than success, in order. */
export function problemsOf(operation: Operation): number[] {
  const { params, query, body, form, access } = operation;
  const hasFiles = Object.keys(form?.files ?? {}).length > 0;
  return [
    ...new Set([
      ...((params ?? query ?? body ?? form) ? [400] : []),
      ...(access.kind === 'anyone' ? [] : [401, 403]),
      ...(params ? [404] : []),
      ...(body || form ? [413, 415] : []),
      ...(hasFiles ? [507] : []),
      ...problemStatuses(operation),
      500,
      503,
    ]),
  ].sort((a, b) => a - b);
}
