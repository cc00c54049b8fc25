import type { AnyoneAccess, StaffAccess, StudentAccess } from '#schema/access.ts';
import type { BodyOf, Operation, ParamsOf, QueryOf, ResponseIn } from '#schema/rest/operation.ts';
import type { Caller, StaffCaller, StudentCaller } from './caller.ts';

type CallerOf<Op extends Operation> = Op['access'] extends StaffAccess
  ? StaffCaller
  : Op['access'] extends StudentAccess
    ? StudentCaller
    : Op['access'] extends AnyoneAccess
      ? Caller
      : never;

/** One validated and authorised request, as a handler sees it. */
interface Call<Op extends Operation> {
  readonly params: ParamsOf<Op>;
  readonly query: QueryOf<Op>;
  readonly body: BodyOf<Op>;
  readonly caller: CallerOf<Op>;
  /** The visitor's address as the first trusted hop saw it. */
  readonly address: string;
  readonly userAgent: string;
  readonly requestId: string;
}

export type Handler<Op extends Operation> = (call: Call<Op>) => Promise<ResponseIn<Op>>;

/** An operation with its handler; the router knows no more of it. */
export interface Route {
  readonly operation: Operation;
  readonly handle: (call: unknown) => Promise<unknown>;
}

/** Binds a handler to its declaration; the types of the call and the answer come from there. */
export function route<const Op extends Operation>(operation: Op, handler: Handler<Op>): Route {
  // The router builds the call from the same declaration, which is what makes the narrowing sound.
  return { operation, handle: (call) => handler(call as Call<Op>) };
}
