import { buildSchema, getDirectiveValues, getNamedType, getNullableType, isInputObjectType, isListType } from 'graphql';
import { isInterfaceType, isLeafType, isObjectType, Kind, parse, valueFromASTUntyped } from 'graphql';
import type { ASTNode, FieldNode, GraphQLField, GraphQLNamedType, SelectionSetNode } from 'graphql';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { publishedSdl } from '#gateway/explorer/sdl.ts';
import { loadSchema } from '#gateway/graphql/schema.ts';
import { compileCost } from '#gateway/limits/cost.ts';

const schema = loadSchema('.');
/** What an integrator's tool reads. */
const published = buildSchema(publishedSdl(schema));
type Field = GraphQLField<unknown, unknown>;

const directive = (name: 'cost' | 'listSize', node: ASTNode | null | undefined): unknown => {
  const definition = published.getDirective(name);
  return definition && node ? getDirectiveValues(definition, node as FieldNode) : undefined;
};
const weightShape = z.object({ weight: z.string() });
const weightOf = (node: ASTNode | null | undefined, otherwise: number): number => {
  const found = weightShape.safeParse(directive('cost', node)).data;
  return found ? Number(found.weight) : otherwise;
};
const sizeShape = z.object({
  assumedSize: z.number().optional(),
  slicingArguments: z.array(z.string()).default([]),
  sizedFields: z.array(z.string()).default([]),
});
const sizeOf = (field: Field) => sizeShape.safeParse(directive('listSize', field.astNode)).data;

const fieldsOf = (type: GraphQLNamedType): Readonly<Record<string, Field>> =>
  isObjectType(type) || isInterfaceType(type) ? type.getFields() : {};
const isMany = ({ type }: Field) => isListType(getNullableType(type));

const record = z.record(z.string(), z.unknown());
const memberOf = (value: unknown, member: string): unknown => record.safeParse(value).data?.[member];
const period = z.object({ from: z.coerce.date(), to: z.coerce.date() });

/** What the description of `@listSize` says of an argument's value. */
function lengthOf(value: unknown): number | undefined {
  if (typeof value === 'number') return value;
  if (Array.isArray(value)) return value.length;
  const days = period.safeParse(value).data;
  return days && (days.to.getTime() - days.from.getTime()) / 86_400_000;
}

/** The cost of a selection by the published SDL alone, as the specification counts it: of fields and of types together. */
function byTheSpecification(
  { selections }: SelectionSetNode,
  type: GraphQLNamedType,
  sizes: ReadonlyMap<string, number> = new Map(),
): number {
  const costs = selections.map((node) => {
    const field = node.kind === Kind.FIELD ? fieldsOf(type)[node.name.value] : undefined;
    if (node.kind !== Kind.FIELD || !field) return 0;
    const given = Object.fromEntries(
      (node.arguments ?? []).map((one) => [one.name.value, valueFromASTUntyped(one.value)]),
    );
    const row = getNamedType(field.type);
    const own = weightOf(field.astNode, isLeafType(row) ? 0 : 1) + costOfArguments(field, given);
    if (!node.selectionSet) return own;
    const { assumedSize, slicingArguments = [], sizedFields = [] } = sizeOf(field) ?? {};
    const asked = slicingArguments
      .map((path) => lengthOf(path.split('.').reduce<unknown>(memberOf, given)))
      .find((size) => size !== undefined);
    const size = asked ?? assumedSize;
    const below = new Map(sizedFields.map((name) => [name, size ?? 0]));
    const rows = isMany(field) ? (sizes.get(field.name) ?? size ?? Number.NaN) : 1;
    return own + rows * (weightOf(row.astNode, 1) + byTheSpecification(node.selectionSet, row, below));
  });
  return costs.reduce((sum, cost) => sum + cost, 0);
}

function costOfArguments(field: Field, given: Readonly<Record<string, unknown>>): number {
  const costs = field.args.map((argument) => {
    const input = getNullableType(argument.type);
    const members = isInputObjectType(input) ? Object.values(input.getFields()) : [];
    const value = given[argument.name];
    return [
      weightOf(argument.astNode, 0) * (lengthOf(value) ?? 0),
      ...members.map((member) => weightOf(member.astNode, 0) * (lengthOf(memberOf(value, member.name)) ?? 0)),
    ].reduce((sum, cost) => sum + cost, 0);
  });
  return costs.reduce((sum, cost) => sum + cost, 0);
}

const values = { number: '7', list: '["a", "b", "c", "d"]', period: '{ from: "2026-04-01", to: "2026-05-01" }' };

/** The text of a value for an argument that counts: a size, a list or a period. */
function valueFor(type: Parameters<typeof getNullableType>[0]): string {
  const input = getNullableType(type);
  if (isListType(input)) return values.list;
  return isInputObjectType(input) ? values.period : values.number;
}

/** The arguments of a field that count, each with a value; of those that slice only the first. */
function argumentsOf(field: Field): string {
  const [slicing] = sizeOf(field)?.slicingArguments ?? [];
  const texts = field.args.flatMap((argument) => {
    const input = getNullableType(argument.type);
    const members = isInputObjectType(input) ? Object.values(input.getFields()) : [];
    const counts = (path: string, node: ASTNode | null | undefined) => path === slicing || weightOf(node, 0) > 0;
    if (counts(argument.name, argument.astNode)) return [`${argument.name}: ${valueFor(argument.type)}`];
    const inside = members.filter((member) => counts(`${argument.name}.${member.name}`, member.astNode));
    return inside.length === 0
      ? []
      : [`${argument.name}: { ${inside.map((member) => `${member.name}: ${valueFor(member.type)}`).join(', ')} }`];
  });
  return texts.length === 0 ? '' : `(${texts.join(', ')})`;
}

/** A field with everything below it, down to a depth. */
function selectionOf(field: Field, depth: number, withArguments: boolean): string {
  const row = getNamedType(field.type);
  const head = `${field.name}${withArguments ? argumentsOf(field) : ''}`;
  if (isLeafType(row)) return head;
  const below = Object.values(fieldsOf(row)).filter(({ type }) => depth > 0 || isLeafType(getNamedType(type)));
  return `${head} { __typename ${below.map((one) => selectionOf(one, depth - 1, withArguments)).join(' ')} }`;
}

test.each([
  ['with sizes, ids and periods', true],
  ['without them', false],
])('@cost and @listSize say of every field what the gateway counts, %s', (_, withArguments) => {
  for (const root of ['query', 'mutation'] as const) {
    const type = published.getRootType(root as never);
    if (!type) throw new Error(`no ${root}`);
    for (const field of Object.values(fieldsOf(type))) {
      const document = parse(`${root} { ${selectionOf(field, 2, withArguments)} }`);
      const [operation] = document.definitions;
      if (operation?.kind !== Kind.OPERATION_DEFINITION) throw new Error('no operation');
      const counted = compileCost(schema, document, operation)({});
      expect([field.name, byTheSpecification(operation.selectionSet, type)]).toEqual([field.name, counted]);
    }
  }
});

test('a year of days is said to be a year', () => {
  const { usageByDay } = published.getQueryType()?.getFields() ?? {};
  expect(usageByDay && sizeOf(usageByDay)).toEqual({ slicingArguments: ['period'], sizedFields: ['items'] });
});
