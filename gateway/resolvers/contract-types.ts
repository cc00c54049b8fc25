import type { MutationResolvers, QueryResolvers } from '#gateway/resolvers.generated.ts';
import type { graphqlNames } from '#schema/rest/callers-names.ts';
import type { ContractOperation } from '#schema/rest/contract.ts';
import type { BodyIn, Operation, ParamsIn, QueryIn, ResponseOf } from '#schema/rest/operation.ts';
import type { FieldsInput, QueryInput } from '#gateway/rest/call-input.ts';

/*
 * The SDL and the operations are both written by hand. This file compares them by types alone: what a field's arguments
 * give must fit what the operation takes, and what the operation answers must fit the field's type. `npm run types`
 * names the operations that do not.
 */

// These two fields have no operation: `node` uses the look-ups of all entities, `userErrors` calls nothing.
type RootResolvers = Omit<QueryResolvers, 'node'> & Omit<MutationResolvers, 'userErrors'>;
type Resolver<Name extends keyof RootResolvers> = Extract<
  NonNullable<RootResolvers[Name]>,
  (...given: never[]) => unknown
>;
type Given<Name extends keyof RootResolvers> = Parameters<Resolver<Name>>[1];
type Value<Name extends keyof RootResolvers> = Awaited<ReturnType<Resolver<Name>>>;

/** No argument or input field has this name. */
interface Missing {
  readonly missing: unique symbol;
}

/** The value of a field's argument by its callers' name, also inside an input, a filter or a period. */
type ValueNamed<Values, Said extends string> = Said extends keyof Values
  ? Values[Said]
  : Said extends `${infer Outer}.${infer Below}`
    ? ValueWithin<Values, Outer, Below>
    : First<
        ValueWithin<Values, 'input', Said>,
        First<ValueWithin<Values, 'filter', Said>, ValueWithin<Values, 'period', Said>>
      >;

type ValueWithin<Values, Outer extends string, Said extends string> = Outer extends keyof Values
  ? ValueNamed<NonNullable<Values[Outer]>, Said> extends infer Found
    ? [Found] extends [Missing]
      ? Missing
      : Found | (null extends Values[Outer] ? undefined : never)
    : never
  : Missing;

type First<A, B> = [A] extends [Missing] ? B : A;

/** Never when GraphQL has no such value. */
type CallersName<Op extends Operation, Name extends string> =
  Op['names'] extends Readonly<Record<Name, infer Said extends string | null>>
    ? Exclude<Said, null>
    : Name extends keyof typeof graphqlNames
      ? (typeof graphqlNames)[Name]
      : Uncapitalize<Name>;

/** A value as the resolver sends it: optional values have no nulls, nested ones included. */
type Sent<Value, Wanted> = undefined extends Wanted
  ? WithoutNulls<Exclude<Value, null>> | undefined
  : WithoutNulls<Value>;
type WithoutNulls<Value> = Value extends readonly unknown[] | Blob
  ? Value
  : Value extends object
    ? { [Name in keyof Value]: Exclude<Value[Name], null> }
    : Value;

/** The names in one part of a call (params, query, body) whose type GraphQL's arguments do not fit. */
type UnfitIn<Op extends Operation, Values, Wanted> = string extends keyof Wanted
  ? never
  : {
      [Name in keyof Wanted & string]-?: Fits<NamedValue<Op, Values, Name>, Wanted[Name]> extends true ? never : Name;
    }[keyof Wanted & string];

type NamedValue<Op extends Operation, Values, Name extends string> = [CallersName<Op, Name>] extends [never]
  ? undefined
  : ValueNamed<Values, CallersName<Op, Name>>;

type Fits<Value, Wanted> = [Value] extends [Missing] ? false : [Sent<Value, Wanted>] extends [Wanted] ? true : false;

/** A query as callers send it, where that is known, and as the resolver may send it: numbers stay numbers. */
type QuerySent<Op extends Operation> = {
  [Name in keyof QueryInput<Op>]:
    | QueryInput<Op>[Name]
    | (Name extends keyof QueryIn<Op> ? (unknown extends QueryIn<Op>[Name] ? never : QueryIn<Op>[Name]) : never);
};

/** The fields of a form, which holds texts: the resolver sends true as 'true'. */
type FieldsSent<Op extends Operation> = {
  [Name in keyof FieldsInput<Op>]:
    FieldsInput<Op>[Name] | ('true' | 'false' extends FieldsInput<Op>[Name] ? boolean : never);
};

type UnfitArguments<Op extends Operation, Values> =
  | UnfitIn<Op, Values, ParamsIn<Op>>
  | UnfitIn<Op, Values, QuerySent<Op>>
  | UnfitIn<Op, Values, BodyIn<Op>>
  | UnfitIn<Op, Values, FieldsSent<Op>>;

/** A page as /api answers it: the gateway makes edges of its items and cursors. */
type WithoutEdges<Wanted> = Wanted extends { readonly pageInfo: unknown } ? Omit<Wanted, 'edges' | 'pageInfo'> : Wanted;

type UnfitAnswer<Op extends Operation, Wanted> =
  ResponseOf<Op> extends infer Answer
    ? [Answer] extends [void]
      ? [true] extends [Wanted]
        ? never
        : 'the answer'
      : [Answer] extends [WithoutEdges<Wanted>]
        ? never
        : [Answer[keyof Answer]] extends [Wanted]
          ? never
          : 'the answer'
    : never;

type OperationNamed<Name> = Extract<ContractOperation, { readonly name: Name }>;

/** Operations whose sources name their arguments themselves (`special-sources.ts`). */
type Special = 'startReportExport: SortCriteria';

type Unfit = Exclude<
  {
    [Name in keyof RootResolvers]-?:
      | `${Name}: ${UnfitArguments<OperationNamed<Name>, Given<Name>>}`
      | `${Name}: ${UnfitAnswer<OperationNamed<Name>, Value<Name>>}`;
  }[keyof RootResolvers],
  Special
>;

/** Empty while the SDL fits the operations; otherwise the compiler lists the differences here. */
export const unfit: { readonly [Name in Unfit]: 'schema/graphql does not fit: change it, then npm run codegen' } = {};
