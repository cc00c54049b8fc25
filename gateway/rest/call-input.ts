import type { BodyIn, FieldsIn, Form, Operation, ParamsIn, QueryIn, QueryOf } from '#schema/rest/operation.ts';
import type { Upload } from '#gateway/uploads/form-files.ts';
import type { z } from 'zod';

/** Query values as a resolver has them: null means absent when the declaration allows absence. */
export type QueryInput<Op extends Operation> = {
  [Name in keyof QueryIn<Op>]: Name extends keyof QueryOf<Op>
    ? QueryOf<Op>[Name] | (undefined extends QueryIn<Op>[Name] ? null | undefined : never)
    : never;
};

/** Form fields as a resolver has them, with the same meaning of null. */
export type FieldsInput<Op extends Operation> = {
  [Name in keyof FieldsIn<Op>]: FieldsIn<Op>[Name] | (undefined extends FieldsIn<Op>[Name] ? null : never);
};

export type FilesInput<Files extends Required<Form>['files']> = {
  [Name in keyof Files as Files[Name] extends { readonly optional: true } ? never : Name]: Upload;
} & {
  [Name in keyof Files as Files[Name] extends { readonly optional: true } ? Name : never]?: Upload | null;
};

type Part<Name extends string, Value> = Value extends undefined
  ? unknown
  : object extends Value
    ? { readonly [Key in Name]?: Value }
    : { readonly [Key in Name]: Value };

/**
 * The input of a call, as the operation declares it: `params`, `query` and `body`, or a form's `fields` and `files`.
 */
type CallInput<Op extends Operation> = Part<'params', ParamsIn<Op>> &
  Part<'query', Op['query'] extends z.ZodObject ? QueryInput<Op> : undefined> &
  Part<'body', BodyIn<Op>> &
  Part<'fields', Op['form'] extends Form ? FieldsInput<Op> : undefined> &
  Part<
    'files',
    Op['form'] extends { readonly files: infer Files extends Required<Form>['files'] } ? FilesInput<Files> : undefined
  >;

/** The arguments of `call` after the operation; required when the operation requires any input. */
export type CallArguments<Op extends Operation> =
  object extends CallInput<Op> ? [input?: CallInput<Op>] : [input: CallInput<Op>];

/** The input of a call without its types, for the client's internals. */
export interface Parts {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  readonly fields?: Readonly<Record<string, unknown>>;
  readonly files?: Readonly<Record<string, Upload | null | undefined>>;
}
