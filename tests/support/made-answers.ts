import { getNamedType, isEnumType, isListType, isNonNullType, isObjectType, Kind, OperationTypeNode } from 'graphql';
import type { DocumentNode, GraphQLObjectType, GraphQLOutputType, SelectionSetNode } from 'graphql';
import { entityTypes } from '#gateway/graph/look-ups.ts';
import { loadSchema } from '#gateway/graphql/schema.ts';
import * as staffOperations from '#web/staff/operations.generated.ts';

const schema = loadSchema('.');

/** Types whose rows the cache finds by their ids. */
const foundById = [...entityTypes, 'Webhook'];

/** An operation of the staff app. */
export interface StaffOperation {
  readonly name: string;
  readonly document: DocumentNode;
}

/** What each kind of entity is called, by the fields that hold it. */
export const namesOf: Readonly<Record<string, readonly string[]>> = {
  Class: ['className'],
  Content: ['name'],
  School: ['name'],
  TextBook: ['name'],
  Unit: ['title', 'name'],
  User: ['firstName', 'lastName'],
};

function operationIn({ definitions }: DocumentNode) {
  return definitions.find((definition) => definition.kind === Kind.OPERATION_DEFINITION);
}

function operationsOf(kind: OperationTypeNode): readonly StaffOperation[] {
  return Object.entries(staffOperations).flatMap(([exported, value]) => {
    if (!exported.endsWith('Document')) return [];
    const document = value as DocumentNode;
    const operation = operationIn(document);
    return operation?.operation === kind ? [{ name: operation.name?.value ?? exported, document }] : [];
  });
}

/** The queries of the staff app. */
export const staffQueries = operationsOf(OperationTypeNode.QUERY);

/** Variables with which an operation asks for whatever it can ask for. */
export function variablesOf(document: DocumentNode): Values {
  const operation = operationIn(document);
  const variables = (operation?.variableDefinitions ?? []).map(({ variable, type }) => {
    const { value: name } = variable.name;
    const named = type.kind === Kind.NON_NULL_TYPE ? type.type : type;
    const isSwitch = named.kind === Kind.NAMED_TYPE && named.name.value === 'Boolean';
    return [name, isSwitch || rowNamedBy(name, document)] as const;
  });
  return Object.fromEntries(variables);
}

/** The id of the row that a variable names, as `madeAnswer` has it. */
function rowNamedBy(variable: string, document: DocumentNode): string {
  for (const field of operationIn(document)?.selectionSet.selections ?? []) {
    if (field.kind !== Kind.FIELD) continue;
    const { type } = schema.getQueryType()?.getFields()[field.name.value] ?? {};
    const names = field.arguments?.some(({ value }) => value.kind === Kind.VARIABLE && value.name.value === variable);
    if (type && names && foundById.includes(getNamedType(type).name)) return getNamedType(type).name;
  }
  return variable;
}

export type Values = Record<string, unknown>;

export const isValues = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

let made = 0;

/** An answer to an operation, in which each kind of entity is one row wherever it stands: its id is its type's name. */
export function madeAnswer(document: DocumentNode): Values {
  const operation = operationIn(document);
  const root = operation && schema.getRootType(operation.operation);
  if (!root) throw new Error('The document holds no operation.');
  return objectOf(root, operation.selectionSet, document);
}

function objectOf(type: GraphQLObjectType, { selections }: SelectionSetNode, document: DocumentNode): Values {
  const isRoot = type === schema.getQueryType() || type === schema.getMutationType();
  let values: Values = isRoot ? {} : { __typename: type.name };
  for (const selection of selections) {
    if (selection.kind === Kind.FIELD) {
      const { name, alias, selectionSet } = selection;
      const field = type.getFields()[name.value];
      const place = field && { type: field.type, of: type, name: name.value };
      if (place) values[(alias ?? name).value] = valueOf(place, selectionSet, document);
      continue;
    }
    const isSpread = selection.kind === Kind.FRAGMENT_SPREAD;
    const inner = isSpread ? fragmentIn(document, selection.name.value) : selection.selectionSet;
    values = merged(values, objectOf(type, inner, document)) as Values;
  }
  return values;
}

function merged(one: unknown, other: unknown): unknown {
  if (Array.isArray(one) && Array.isArray(other)) return one.map((each, at) => merged(each, other[at]));
  if (!isValues(one) || !isValues(other)) return one ?? other;
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return Object.fromEntries([...names].map((name) => [name, merged(one[name], other[name])]));
}

function fragmentIn({ definitions }: DocumentNode, name: string): SelectionSetNode {
  for (const definition of definitions)
    if (definition.kind === Kind.FRAGMENT_DEFINITION && definition.name.value === name) return definition.selectionSet;
  throw new Error(`The document has no fragment ${name}.`);
}

interface Place {
  readonly type: GraphQLOutputType;
  readonly of: GraphQLObjectType;
  readonly name: string;
}

function valueOf(place: Place, selectionSet: SelectionSetNode | undefined, document: DocumentNode): unknown {
  const { type, of, name } = place;
  if (isNonNullType(type)) return valueOf({ ...place, type: type.ofType }, selectionSet, document);
  if (isListType(type)) return [valueOf({ ...place, type: type.ofType }, selectionSet, document)];
  if (isObjectType(type)) return selectionSet ? objectOf(type, selectionSet, document) : null;
  if (isEnumType(type)) return type.getValues()[0]?.name;
  if (name === 'id') return foundById.includes(of.name) ? of.name : String(++made);
  if (namesOf[of.name]?.includes(name)) return `Old ${of.name}`;
  const scalar = getNamedType(type).name;
  if (scalar === 'Boolean') return true;
  // As `variablesOf` calls it, so that a row is the one that was asked for.
  if (scalar === 'ID') return name;
  return scalar === 'Int' || scalar === 'Float' ? 1 : '2026-04-01';
}
