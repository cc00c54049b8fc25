import type { z } from 'zod';
import type { Access } from '../access.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

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
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  /** Absent: 204 without a body. */
  readonly response?: z.ZodType;
  /** The status of a success; 200 with a response, 204 without, unless given. */
  readonly status?: 200 | 201 | 202 | 204;
  /** The problems a caller should expect beyond 400, 401, 403 and 500. */
  readonly problems?: readonly number[];
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

/** What a handler receives, validated and with defaults. */
export type ParamsOf<Op extends Operation> = Output<Op['params']>;
export type QueryOf<Op extends Operation> = Output<Op['query']>;
export type BodyOf<Op extends Operation> = Output<Op['body']>;

export type ResponseOf<Op extends Operation> = Op['response'] extends z.ZodType ? z.output<Op['response']> : void;
export type ResponseIn<Op extends Operation> = Op['response'] extends z.ZodType ? z.input<Op['response']> : void;
