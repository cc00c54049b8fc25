import type { Readable } from 'node:stream';
import type { Operation } from '#schema/rest/operation.ts';
import { formBody } from './form-body.ts';
import type { Parts } from './given.ts';

/** The body of one call; a stream can be sent once, text again. */
export interface OutgoingBody {
  readonly contentType: string;
  readonly content: string | Readable;
}

/** What a call sends: its body or its form's fields as JSON, or the whole form when a file is among it. */
export function outgoingBody(operation: Operation, { body, fields, files }: Parts): OutgoingBody | undefined {
  const uploads = new Map(Object.entries(files ?? {}).flatMap(([name, file]) => (file ? [[name, file] as const] : [])));
  const filled = Object.fromEntries(Object.entries(fields ?? {}).filter(([, value]) => (value ?? null) !== null));
  if (uploads.size > 0) return formBody(operation, { fields: filled, files: uploads });
  const value = operation.form ? filled : body;
  return value === undefined ? undefined : { contentType: 'application/json', content: JSON.stringify(value) };
}
