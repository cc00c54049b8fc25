import type { AnyoneAccess, EitherAccess, StaffAccess, StudentAccess } from '#schema/access.ts';
import type { DownloadReference } from './downloads.ts';
import type { BodyOf, FieldsOf, Form, Operation, ParamsOf, QueryOf, ResponseIn } from '#schema/rest/operation.ts';
import type { Caller, StaffCaller, StudentCaller } from './caller.ts';
import type { ReceivedFile } from './forms.ts';
import type { Origin } from './origin.ts';

type CallerOf<Op extends Operation> = Op['access'] extends StaffAccess
  ? StaffCaller
  : Op['access'] extends StudentAccess
    ? StudentCaller
    : Op['access'] extends EitherAccess
      ? StaffCaller | StudentCaller
      : Op['access'] extends AnyoneAccess
        ? Caller
        : never;

/** The files of a form: those that must be sent are there. */
type FilesOf<Op extends Operation> = Op['form'] extends { readonly files: infer Files extends Required<Form>['files'] }
  ? { readonly [Name in keyof Files]: Files[Name] extends { optional: true } ? ReceivedFile | undefined : ReceivedFile }
  : undefined;

/** A handler's result: a file operation returns a reference, and the router sends the file or a link to it. */
type AnswerOf<Op extends Operation> = Op['file'] extends string ? DownloadReference : ResponseIn<Op>;

/** One validated and authorised request, as a handler sees it. */
interface Call<Op extends Operation> extends Origin {
  readonly params: ParamsOf<Op>;
  readonly query: QueryOf<Op>;
  readonly body: BodyOf<Op>;
  /** The text fields of a form. */
  readonly fields: FieldsOf<Op>;
  /** The files are removed after the handler, unless it moved them. */
  readonly files: FilesOf<Op>;
  readonly caller: CallerOf<Op>;
  /** The secret id of the child's device, if it has one. */
  readonly device: string | undefined;
  readonly requestId: string;
}

export type Handler<Op extends Operation> = (call: Call<Op>) => Promise<AnswerOf<Op>>;

/** The stored values of an update's optional fields, as its body has them. */
type Stored<Op extends Operation> = (
  call: Pick<Call<Op>, 'params' | 'caller'>,
) => Promise<Partial<Record<keyof BodyOf<Op>, unknown>>>;

/** An operation with its handler, without the operation's types. */
export interface Route {
  readonly operation: Operation;
  readonly handle: (call: unknown) => Promise<unknown>;
  /** The stored values that an update keeps when its body leaves them out. */
  readonly stored?: (call: unknown) => Promise<Readonly<Record<string, unknown>>>;
}

/**
 * Binds a handler to its operation, from which the types of call and result follow. An update whose body has optional
 * fields gives their `stored` values, which stay where a call leaves them out.
 */
export function route<const Op extends Operation>(operation: Op, handler: Handler<Op>, stored?: Stored<Op>): Route {
  // The cast is sound, since the router builds the call from the same declaration.
  return {
    operation,
    handle: (call) => handler(call as Call<Op>),
    ...(stored && { stored: (call: unknown) => stored(call as Call<Op>) }),
  };
}
