import type { z } from 'zod';
import type { Access } from '../access.ts';
import type { Problems } from './problems.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** A file of a multipart form. Its content decides its type, never its name. */
export interface FilePart {
  readonly kind: 'image' | 'audio' | 'video' | 'table' | 'archive';
  /** In bytes; a larger file is refused with 413 while it arrives. */
  readonly maximum: number;
  /** The file is optional. */
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
  /**
   * What the operation does. Both manuals print it, that of GraphQL and that of REST: it names no status (`problems`
   * does), no callers (`access`) and no sizes or rates (`limits`).
   */
  readonly summary: string;
  /** The sizes and rates beyond which a call is refused or an answer cut off. */
  readonly limits?: string;
  readonly access: Access;
  /** Completes `access` in the manual: which rows these callers reach. */
  readonly whose?: string;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  /** The form that section 7 sends in place of a body. */
  readonly form?: Form;
  /** Undefined: 204 without a body. */
  readonly response?: z.ZodType;
  /**
   * The success is a file of this content type. A client that accepts JSON gets `response` instead, with a signed path
   * to the file, so that a page can offer the download without holding it in memory.
   */
  readonly file?: string;
  /** The status of a success; by default 200 with a response, else 204. */
  readonly status?: 200 | 201 | 202 | 204;
  /** The problems to expect beyond those of every operation, with their reasons. */
  readonly problems?: Problems;
  /** GraphQL names that differ from `callersName`'s; null when GraphQL has no such value. */
  readonly names?: Readonly<Record<string, string | null>>;
  /** The gateway sets the cookie that identifies the caller's device. */
  readonly remembersDevice?: boolean;
  /** Staff whose role needs a second step may call it before they have set it up. */
  readonly beforeSecondStep?: boolean;
}

export function operation<const Definition extends Operation>(definition: Definition): Definition {
  return definition;
}

type Input<Part> = Part extends z.ZodType ? z.input<Part> : undefined;
type Output<Part> = Part extends z.ZodType ? z.output<Part> : undefined;

/** The types of a request as the caller sends it, before validation. */
export type ParamsIn<Op extends Operation> = Input<Op['params']>;
export type QueryIn<Op extends Operation> = Input<Op['query']>;
export type BodyIn<Op extends Operation> = Input<Op['body']>;
export type FieldsIn<Op extends Operation> = Op['form'] extends Form ? z.input<Op['form']['fields']> : undefined;

/** The types of a request as the handler gets it, validated and with defaults. */
export type ParamsOf<Op extends Operation> = Output<Op['params']>;
export type QueryOf<Op extends Operation> = Output<Op['query']>;
export type BodyOf<Op extends Operation> = Output<Op['body']>;
export type FieldsOf<Op extends Operation> = Op['form'] extends Form ? z.output<Op['form']['fields']> : undefined;

export type ResponseOf<Op extends Operation> = Op['response'] extends z.ZodType ? z.output<Op['response']> : void;
export type ResponseIn<Op extends Operation> = Op['response'] extends z.ZodType ? z.input<Op['response']> : void;
