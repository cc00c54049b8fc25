import { getNamedType, getNullableType, isCompositeType, isInterfaceType, isListType, isObjectType } from 'graphql';
import type { GraphQLArgument, GraphQLField, GraphQLInputField, GraphQLNamedType, GraphQLSchema } from 'graphql';
import { userErrorsField } from '#gateway/resolvers/user-errors.ts';
import { assumed, callPrice, hasRowForEachDay, prices } from './cost.ts';
import { defaultPage, type Place, sizePlaces } from './list-size.ts';

type Field = GraphQLField<unknown, unknown>;
type Arguments = Readonly<Record<string, unknown>>;

/**
 * Publishes the gateway's cost rules in the SDL, by the GraphQL cost specification: `@cost` and `@listSize` are made
 * from the rules that count operations. Call it when all fields have their resolvers; a second call changes nothing.
 */
export function addCostDirectives(schema: GraphQLSchema): void {
  for (const type of Object.values(schema.getTypeMap())) {
    if (type.name.startsWith('__') || !(isObjectType(type) || isInterfaceType(type))) continue;
    for (const field of Object.values(type.getFields())) addToField(schema, type, field);
  }
  const userErrors = schema.getMutationType()?.getFields()[userErrorsField];
  if (userErrors) declare(getNamedType(userErrors.type), 'cost', { weight: '0' });
}

function addToField(schema: GraphQLSchema, type: GraphQLNamedType, field: Field): void {
  const returnsObjects = isCompositeType(getNamedType(field.type));
  const weight = callPrice(schema, type, field);
  // A weight that is the specification's default needs no directive.
  if (weight !== (returnsObjects ? prices.object : 0)) declare(field, 'cost', { weight: String(weight) });
  const size = sizeOf(field, type === schema.getQueryType() || type === schema.getMutationType());
  if (size) declare(field, 'listSize', size);
  const { ids } = sizePlaces(field);
  if (ids && !(returnsObjects && isList(field))) declare(ids.input, 'cost', { weight: String(prices.object) });
}

const isList = ({ type }: Field): boolean => isListType(getNullableType(type));

/** The arguments of `@listSize`; undefined for a field whose rows are not counted. */
function sizeOf(field: Field, isRoot: boolean): Arguments | undefined {
  const row = getNamedType(field.type);
  if (!isCompositeType(row)) return undefined;
  const { pages, ids, period } = sizePlaces(field);
  const sized = pages.length > 0 ? pages : undefined;
  if (isList(field)) {
    const slicing = sized ?? (ids && [ids]);
    const otherwise = isRoot ? assumed.root : assumed.nested;
    if (!slicing) return { assumedSize: otherwise };
    return { ...bySlicing(slicing), assumedSize: sized ? defaultPage(pages) : assumed.root };
  }
  const slicing = sized ?? (period && [period]);
  if (!slicing) return undefined;
  const lists = listsOf(row).filter((list) => sized !== undefined || hasRowForEachDay(list));
  if (lists.length === 0) return undefined;
  const sizedFields = lists.map(({ name }) => name);
  return { ...bySlicing(slicing), sizedFields, ...(sized && { assumedSize: defaultPage(pages) }) };
}

/** The lists of objects in a row whose length is set by none of their own arguments. */
function listsOf(row: GraphQLNamedType): Field[] {
  if (!isObjectType(row) && !isInterfaceType(row)) return [];
  return Object.values(row.getFields()).filter((field) => {
    const { pages, ids } = sizePlaces(field);
    return isList(field) && isCompositeType(getNamedType(field.type)) && pages.length === 0 && !ids;
  });
}

const bySlicing = (places: readonly Place[]): Arguments => ({
  slicingArguments: places.map(({ argument, member }) => (member === undefined ? argument : `${argument}.${member}`)),
  requireOneSlicingArgument: false,
});

type Declared = Field | GraphQLArgument | GraphQLInputField | GraphQLNamedType;

function declare(entity: Declared, directive: 'cost' | 'listSize', given: Arguments): void {
  const directives = { ...(entity.extensions['directives'] as Arguments | undefined), [directive]: given };
  entity.extensions = { ...entity.extensions, directives };
}
