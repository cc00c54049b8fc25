import type { BodyIn, FieldsIn, Form, Operation, ParamsIn, QueryIn, QueryOf } from '#schema/rest/operation.ts';
import type { Upload } from '#gateway/uploads/upload.ts';
import type { z } from 'zod';

/** Query values as a resolver has them: where the declaration lets one be absent, null means absent. */
export type QueryGiven<Op extends Operation> = {
  [Name in keyof QueryIn<Op>]: Name extends keyof QueryOf<Op>
    ? QueryOf<Op>[Name] | (undefined extends QueryIn<Op>[Name] ? null | undefined : never)
    : never;
};

/** Fields of a form in the same way. */
export type FieldsGiven<Op extends Operation> = {
  [Name in keyof FieldsIn<Op>]: FieldsIn<Op>[Name] | (undefined extends FieldsIn<Op>[Name] ? null : never);
};

export type FilesGiven<Files extends Required<Form>['files']> = {
  [Name in keyof Files as Files[Name] extends { readonly optional: true } ? never : Name]: Upload;
} & {
  [Name in keyof Files as Files[Name] extends { readonly optional: true } ? Name : never]?: Upload | null;
};

type Part<Name extends string, Value> = Value extends undefined
  ? unknown
  : object extends Value
    ? { readonly [Key in Name]?: Value }
    : { readonly [Key in Name]: Value };

/** What a call needs: `params`, `query` and `body`, or a form's `fields` and `files`, as the operation declares them. */
type Given<Op extends Operation> = Part<'params', ParamsIn<Op>> &
  Part<'query', Op['query'] extends z.ZodObject ? QueryGiven<Op> : undefined> &
  Part<'body', BodyIn<Op>> &
  Part<'fields', Op['form'] extends Form ? FieldsGiven<Op> : undefined> &
  Part<
    'files',
    Op['form'] extends { readonly files: infer Files extends Required<Form>['files'] } ? FilesGiven<Files> : undefined
  >;

/** The arguments after the operation: none may be left out that the operation needs. */
export type GivenArguments<Op extends Operation> = object extends Given<Op> ? [given?: Given<Op>] : [given: Given<Op>];

/** The same without its types, as the client works with it. */
export interface Parts {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  readonly fields?: Readonly<Record<string, unknown>>;
  readonly files?: Readonly<Record<string, Upload | null | undefined>>;
}
