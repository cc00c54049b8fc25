import type { z } from 'zod';
import type { Access } from '../access.ts';
import type { Problems } from './problems.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** A file of a multipart form. What it is, is told by its content and never by its name. */
export interface FilePart {
  readonly kind: 'image' | 'audio' | 'video' | 'table';
  /** In bytes; a file of one more is refused with 413 while it arrives. */
  readonly maximum: number;
  /** One that need not be sent. */
  readonly optional?: boolean;
}

/** A form as browsers send it: text fields, and files where there are any (then multipart/form-data alone). */
export interface Form {
  readonly fields: z.ZodObject;
  readonly files?: Readonly<Record<string, FilePart>>;
}

/**
 * One REST operation, declared once. The API's route table and validation, the OpenAPI document and the
 * gateway's typed client all come from it. `path` is below /api, its `{name}` parts are in `params`.
 */
export interface Operation {
  /** The GraphQL field that wraps it. */
  readonly name: string;
  readonly method: Method;
  readonly path: string;
  readonly summary: string;
  readonly access: Access;
  /** Completes `access` in the manual: whose rows these callers reach. */
  readonly whose?: string;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  /** Instead of a body: what section 7 sends as a form. */
  readonly form?: Form;
  /** Absent: 204 without a body. */
  readonly response?: z.ZodType;
  /**
   * The success is a file of this content type. Who accepts JSON gets `response` instead, a signed path to the same
   * file: so a page can offer a download that no script has to hold in memory.
   */
  readonly file?: string;
  /** The status of a success; 200 with a response, 204 without, unless given. */
  readonly status?: 200 | 201 | 202 | 204;
  /** The problems a caller should expect beyond those that any operation has, and when. */
  readonly problems?: Problems;
  /** The names in GraphQL of parameters and fields that `callersName` would name otherwise; null where it has none. */
  readonly names?: Readonly<Record<string, string | null>>;
  /** The gateway gives the caller's device a cookie by which the device is known again. */
  readonly remembersDevice?: boolean;
}

export function operation<const Definition extends Operation>(definition: Definition): Definition {
  return definition;
}

type Input<Part> = Part extends z.ZodType ? z.input<Part> : undefined;
type Output<Part> = Part extends z.ZodType ? z.output<Part> : undefined;

/** What a caller sends. */
export type ParamsIn<Op extends Operation> = Input<Op['params']>;
export type QueryIn<Op extends Operation> = Input<Op['query']>;
export type BodyIn<Op extends Operation> = Input<Op['body']>;
export type FieldsIn<Op extends Operation> = Op['form'] extends Form ? z.input<Op['form']['fields']> : undefined;

/** What a handler receives, validated and with defaults. */
export type ParamsOf<Op extends Operation> = Output<Op['params']>;
export type QueryOf<Op extends Operation> = Output<Op['query']>;
export type BodyOf<Op extends Operation> = Output<Op['body']>;
export type FieldsOf<Op extends Operation> = Op['form'] extends Form ? z.output<Op['form']['fields']> : undefined;

export type ResponseOf<Op extends Operation> = Op['response'] extends z.ZodType ? z.output<Op['response']> : void;
export type ResponseIn<Op extends Operation> = Op['response'] extends z.ZodType ? z.input<Op['response']> : void;
