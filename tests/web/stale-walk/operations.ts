import type { MutationName, QueryName } from '#web/staff/platform/apollo/stale-fields.ts';
import * as operations from '#web/staff/operations.generated.ts';
import { type DocumentNode, getNamedType, getOperationAST, Kind } from 'graphql';
import { loadSchema } from '#gateway/graphql/schema.ts';

type Generated = typeof operations;
type VariablesOf<Hook> = Hook extends (options: infer Options) => unknown
  ? Options extends { readonly variables?: infer Variables }
    ? Exclude<Variables, undefined>
    : Record<string, never>
  : never;

/** The variables of a query of the staff app. */
export type QueryVariables<Name extends QueryName> = VariablesOf<Generated[`use${Name}Query`]>;
/** The variables of a mutation of the staff app. */
export type MutationVariables<Name extends MutationName> = VariablesOf<Generated[`use${Name}Mutation`]>;

const documents: Readonly<Record<string, unknown>> = operations;

/** The document of an operation of the staff app. */
export const documentOf = (name: MutationName | QueryName): DocumentNode =>
  documents[`${name}Document`] as DocumentNode;

const answerTypes = new Map(
  Object.entries(loadSchema('.').getMutationType()?.getFields() ?? {}).map(([name, { type }]) => [
    name,
    getNamedType(type).name,
  ]),
);

/** The type that a mutation of the staff app responds with. */
export function answerTypeOf(name: MutationName): string {
  const [field] = getOperationAST(documentOf(name), undefined)?.selectionSet.selections ?? [];
  return (field?.kind === Kind.FIELD ? answerTypes.get(field.name.value) : undefined) ?? '';
}
