import type { FilePart, Form, Operation } from '#schema/rest/operation.ts';
import { exampleOf } from './examples.ts';
import { type JsonSchema, jsonSchema } from './json-schema.ts';
import { tagOf } from './tags.ts';

interface MediaType {
  readonly schema: JsonSchema;
  readonly example?: unknown;
  readonly encoding?: Readonly<Record<string, { readonly contentType: string }>>;
}

export interface RequestBody {
  readonly required: boolean;
  readonly content: Readonly<Record<string, MediaType>>;
}

/** The content types of each kind of file. Files are recognised by their content, not by their names. */
const contentTypes: Readonly<Record<FilePart['kind'], string>> = {
  image: 'image/jpeg, image/png, image/webp, image/gif',
  audio: 'audio/mpeg, audio/mp4, audio/ogg, audio/webm, audio/wav',
  video: 'video/mp4, video/quicktime, video/webm',
  table: 'text/csv',
  archive: 'application/zip',
};

/** The request body of an operation, with a valid example. */
export function requestBodyOf(operation: Operation): RequestBody | undefined {
  const { body, form } = operation;
  const owner = tagOf(operation);
  if (form) return formBody(form, owner);
  if (!body) return undefined;
  const schema = withForms(jsonSchema(body, 'input'), jsonSchema(body, 'output'));
  const example = writtenRequests[operation.name] ?? exampleOf(schema, { name: '', owner });
  return { required: true, content: { 'application/json': { schema, example } } };
}

function formBody({ fields, files = {} }: Form, owner: string): RequestBody {
  const schema = withForms(jsonSchema(fields, 'input'), jsonSchema(fields, 'output'));
  const example = exampleOf(schema, { name: '', owner });
  const parts = Object.entries(files);
  if (parts.length === 0) {
    const plain = { schema, example };
    const types = ['application/x-www-form-urlencoded', 'multipart/form-data', 'application/json'];
    return { required: true, content: Object.fromEntries(types.map((type) => [type, plain])) };
  }
  const needed = parts.filter(([, { optional }]) => !optional).map(([name]) => name);
  const withFiles: JsonSchema = {
    ...schema,
    properties: {
      ...schema.properties,
      ...Object.fromEntries(parts.map(([name, part]) => [name, fileSchema(part)])),
    },
    required: [...(schema.required ?? []), ...needed],
  };
  const encoding = Object.fromEntries(parts.map(([name, { kind }]) => [name, { contentType: contentTypes[kind] }]));
  return { required: true, content: { 'multipart/form-data': { schema: withFiles, encoding, example } } };
}

const fileSchema = ({ kind, maximum, optional }: FilePart): JsonSchema => ({
  type: 'string',
  format: 'binary',
  description:
    `${optional ? 'A file, which may be left out' : 'A file'}: ${contentTypes[kind]}, told by its content and never by its name. ` +
    `At most ${inWords(maximum)}; a byte more is refused with 413 while it arrives.`,
});

function inWords(bytes: number): string {
  const megabytes = bytes / (1024 * 1024);
  const written = megabytes >= 1 ? `${Number(megabytes.toFixed(1))} MB` : `${Math.round(bytes / 1024)} KB`;
  return `${written} (${bytes.toLocaleString('en')} bytes)`;
}

// Combines both schemas of a field that is a required text parsed as a day or an id: each describes a part of it.
function withForms(input: JsonSchema, output: JsonSchema): JsonSchema {
  const properties = Object.entries(input.properties ?? {}).map(([name, field]) => {
    const read = output.properties?.[name];
    const isText = field.type === 'string' && read?.type === 'string';
    return [name, isText && read.format !== undefined ? { ...field, format: read.format } : field] as const;
  });
  return properties.length > 0 ? { ...input, properties: Object.fromEntries(properties) } : input;
}

/** Hand-written examples of requests whose fields depend on each other, by operation; all others are generated. */
export const writtenRequests: Readonly<Record<string, unknown>> = {
  login: { email: 'teacher@school.example.jp', password: 'seven green apples', rememberMe: true },
  createApiKey: { name: 'Timetable', scopes: ['Class:read', 'User:read'], expiresAt: '2099-03-31T15:00:00Z' },
  createStudent: { name: 'ひなた', animal: 'fox', classHashCode: 'Zk3vT0qWc8YpR1mJx5LbNg' },
  removeClassProfiles: { profileIds: null, joinedSince: '2026-04-06', hidePosts: false, block: true },
  setUserStatuses: { status: 2, filter: { roles: ['Teacher'], status: [1], search: '山田' } },
  recordPageView: {
    eventId: '01991a73-0c5e-7a44-b1d0-3f6e5d4c2b1a',
    name: 'Content',
    pageUrl: '/student/content/Zk3vT0qWc8YpR1mJx5LbNg',
    duration: 42_000,
  },
};
