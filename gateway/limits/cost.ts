import { getNamedType, getNullableType, isCompositeType, isListType, Kind, valueFromASTUntyped } from 'graphql';
import type {
  DocumentNode,
  FieldNode,
  GraphQLField,
  GraphQLNamedType,
  GraphQLSchema,
  OperationDefinitionNode,
  SelectionNode,
  SelectionSetNode,
} from 'graphql';
import { entityTypes } from '#gateway/graph/look-ups.ts';
import { nodeField } from '#gateway/graph/nodes.ts';
import { fragmentsOf } from '#gateway/graphql/definitions.ts';
import { userErrorsField } from '#gateway/resolvers/user-errors.ts';
import type { Amount } from './amount.ts';
import { memoised, plus, times, valueOf } from './amount.ts';
import type { AskedSize } from './list-size.ts';
import { askedSize } from './list-size.ts';

/** In points. A query is one call of /api, a mutation also writes; introspection has one price for any selection. */
export const prices = { query: 1, mutation: 10, object: 1, introspection: 50 } as const;

/** The assumed length of a list whose arguments give no size: at the root, and inside a row. */
export const assumed = { root: 50, nested: 3 } as const;

/**
 * The cost of a selection. `perRow` is multiplied by the number of rows of the field around the selection, `perDay` by the
 * days of its period.
 */
interface Branch {
  readonly fixed: Amount;
  readonly perRow: Amount;
  readonly perDay: Amount;
}

export type Variables = Readonly<Record<string, unknown>>;

const nothing: Branch = { fixed: 0, perRow: 0, perDay: 0 };

/**
 * Compiles the cost of one operation into a function of its variables. Each fragment is walked once and counted at
 * every use. An unknown field costs as much as one object, so that the cost reveals nothing of the schema.
 */
export function compileCost(schema: GraphQLSchema, document: DocumentNode, operation: OperationDefinitionNode) {
  const fragments = fragmentsOf(document);
  const walked = new Map<string, Branch>();

  const fragment = (name: string): Branch => {
    const cachedCost = walked.get(name);
    const definition = fragments.get(name);
    if (cachedCost || !definition) return cachedCost ?? nothing;
    // A fragment that contains itself ends here; validation refuses it.
    walked.set(name, nothing);
    const { fixed, perRow, perDay } = set(definition.selectionSet, schema.getType(definition.typeCondition.name.value));
    const branch = { fixed: memoised(fixed), perRow: memoised(perRow), perDay: memoised(perDay) };
    walked.set(name, branch);
    return branch;
  };
  const selection = (node: SelectionNode, type: GraphQLNamedType | undefined): Branch => {
    if (node.kind === Kind.FRAGMENT_SPREAD) return fragment(node.name.value);
    if (node.kind === Kind.FIELD) return field(node, type);
    return set(node.selectionSet, node.typeCondition ? schema.getType(node.typeCondition.name.value) : type);
  };
  const field = (node: FieldNode, type: GraphQLNamedType | undefined): Branch => {
    const name = node.name.value;
    if (name.startsWith('__')) return { ...nothing, fixed: node.selectionSet ? prices.introspection : 0 };
    const definition = fieldOf(type, name);
    if (isUserErrors(schema, type, name)) return nothing;
    const below = node.selectionSet ? set(node.selectionSet, definition && getNamedType(definition.type)) : undefined;
    const branch = costOfField(node, definition, below);
    return { ...branch, fixed: plus(branch.fixed, callPrice(schema, type, definition)) };
  };
  const set = ({ selections }: SelectionSetNode, type: GraphQLNamedType | undefined): Branch =>
    selections.map((node) => selection(node, type)).reduce(both, nothing);

  const { fixed, perRow, perDay } = set(operation.selectionSet, schema.getRootType(operation.operation) ?? undefined);
  const total = plus(fixed, times(assumed.root, plus(perRow, perDay)));
  const presets = presetsOf(operation);
  return (variables: Variables): number => {
    const cost = valueOf(total, { variables: { ...presets, ...variables }, memo: new Map() });
    return Number.isFinite(cost) ? Math.ceil(cost) : Number.MAX_SAFE_INTEGER;
  };
}

type Definition = GraphQLField<unknown, unknown> | undefined;

const isUserErrors = (schema: GraphQLSchema, type: GraphQLNamedType | undefined, name: string): boolean =>
  type === schema.getMutationType() && name === userErrorsField;

/** The price of the calls of /api that a field makes. */
export function callPrice(schema: GraphQLSchema, type: GraphQLNamedType | undefined, definition: Definition): number {
  if (type === undefined || (definition && isUserErrors(schema, type, definition.name))) return 0;
  if (type === schema.getMutationType()) return prices.mutation;
  if (type === schema.getQueryType() && definition?.name === nodeField) return prices.query * entityTypes.length;
  // A field with a resolver inside a row is a call for each row.
  return type === schema.getQueryType() || definition?.resolve ? prices.query : 0;
}

function costOfField(node: FieldNode, definition: Definition, below: Branch | undefined): Branch {
  const { page, days, ids }: AskedSize = definition ? askedSize(node, definition) : {};
  if (below === undefined) return { ...nothing, fixed: ids?.(0) ?? 0 };
  const isList = definition !== undefined && isListType(getNullableType(definition.type));
  const rowsBelow = isList ? assumed.nested : (page ?? assumed.nested);
  const daysBelow = isList ? assumed.nested : (page ?? days ?? assumed.nested);
  const rows = plus(times(rowsBelow, below.perRow), times(daysBelow, below.perDay));
  const one = plus(plus(prices.object, below.fixed), rows);
  if (!isList) return { ...nothing, fixed: plus(one, ids?.(0) ?? 0) };
  // A list without ids is the whole list.
  const length = page ?? ids?.(assumed.root);
  if (length !== undefined) return { ...nothing, fixed: times(length, one) };
  return hasRowForEachDay(definition) ? { ...nothing, perDay: one } : { ...nothing, perRow: one };
}

/** A list of a report that has a row for each day of its period, and no pages: its rows have a `date`. */
export const hasRowForEachDay = ({ type }: GraphQLField<unknown, unknown>): boolean =>
  fieldOf(getNamedType(type), 'date') !== undefined;

const both = (first: Branch, second: Branch): Branch => ({
  fixed: plus(first.fixed, second.fixed),
  perRow: plus(first.perRow, second.perRow),
  perDay: plus(first.perDay, second.perDay),
});

function fieldOf(type: GraphQLNamedType | undefined, name: string): GraphQLField<unknown, unknown> | undefined {
  return isCompositeType(type) && 'getFields' in type ? type.getFields()[name] : undefined;
}

function presetsOf({ variableDefinitions = [] }: OperationDefinitionNode): Variables {
  return Object.fromEntries(
    variableDefinitions.flatMap(({ variable, defaultValue }) =>
      defaultValue ? [[variable.name.value, valueFromASTUntyped(defaultValue)]] : [],
    ),
  );
}
