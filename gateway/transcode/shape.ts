import { getNullableType, isEnumType, isListType, isObjectType, isScalarType, Kind } from 'graphql';
import type { FieldNode, GraphQLEnumType, GraphQLObjectType, GraphQLOutputType, GraphQLScalarType } from 'graphql';
import type { FragmentDefinitionNode, SelectionNode } from 'graphql';
import { AcceptedTexts } from './accepted-texts.ts';
import { type Bytes, bytesOf } from './bytes.ts';

/** What a selection takes from one place of an answer of /api. One class, since the code that reads them is then faster. */
export interface Shape {
  readonly kind: 'object' | 'list' | 'string' | 'int' | 'float' | 'boolean' | 'choice' | 'checked';
  readonly isNullable: boolean;
  /** Of an object, in the order of the selection. */
  readonly members: readonly Member[];
  readonly indexByName: ReadonlyMap<string, number>;
  /** At most how many bytes an object's own keys and constants take. */
  readonly added: number;
  /** The names that objects had here before, in their order. /api writes the rows of a list alike. */
  readonly expected: ExpectedName[];
  /** Of a list. */
  readonly item: Shape | undefined;
  /** The bytes of each value of an enumeration in /api, and of its name in GraphQL. */
  readonly choices: readonly Choice[];
  /** The texts that a custom scalar writes as they are. */
  readonly accepted: AcceptedTexts | undefined;
}

export interface Choice {
  readonly value: Bytes;
  readonly name: Bytes;
}

export interface Member {
  /** The bytes `,"key":` before the value. */
  readonly key: Bytes;
  /** Whether the key is the name that /api has. */
  readonly isNamedAlike: boolean;
  /** The member's bytes where they do not depend on /api's object: `__typename`, or null for an absent value. */
  readonly constant: Bytes | undefined;
  /** Undefined for `__typename`. */
  readonly shape: Shape | undefined;
}

export interface ExpectedName {
  /** The bytes `{"name":` of the first member, `,"name":` of the others. */
  readonly bytes: Bytes;
  /** The index of the member; -1 for a name that is not selected. */
  readonly index: number;
  /** The shape of the member's value; undefined for a name that is not selected. */
  readonly shape: Shape | undefined;
  /** Whether these bytes are copied as the member's key. */
  readonly isKey: boolean;
}

export interface Selection {
  readonly type: GraphQLOutputType;
  readonly nodes: readonly FieldNode[];
  readonly fragments: Readonly<Record<string, FragmentDefinitionNode>>;
}

/**
 * The shape of a selection without conditions; undefined where a field has a resolver, arguments or an abstract type,
 * which only execution can complete.
 */
export function shapeOf({ type, nodes, fragments }: Selection): Shape | undefined {
  const inner = getNullableType(type);
  const isNullable = inner === type;
  if (isListType(inner)) {
    const item = shapeOf({ type: inner.ofType, nodes, fragments });
    return item && shapeWith({ kind: 'list', isNullable, item });
  }
  if (isObjectType(inner)) return objectShape(inner, isNullable, { nodes, fragments });
  if (isEnumType(inner)) return shapeWith({ kind: 'choice', isNullable, choices: choicesOf(inner) });
  return isScalarType(inner) ? scalarShape(inner, isNullable) : undefined;
}

function shapeWith(its: Pick<Shape, 'kind' | 'isNullable'> & Partial<Shape>): Shape {
  const { kind, isNullable, members = [], item, choices = [], accepted } = its;
  const { indexByName = new Map() } = its;
  return { kind, isNullable, members, indexByName, added: addedBy(members), expected: [], item, choices, accepted };
}

const kinds: Readonly<Record<string, Shape['kind']>> = {
  ID: 'string',
  String: 'string',
  Int: 'int',
  Float: 'float',
  Boolean: 'boolean',
};

const addedBy = (members: readonly Member[]): number =>
  members.reduce((sum, { key, constant }) => sum + Math.max(key.length, constant?.length ?? 0), 2);

function scalarShape(type: GraphQLScalarType, isNullable: boolean): Shape {
  const kind = kinds[type.name];
  if (kind) return shapeWith({ kind, isNullable });
  return shapeWith({ kind: 'checked', isNullable, accepted: acceptedBy(type) });
}

function isWritten(type: GraphQLScalarType, text: string): boolean {
  try {
    return type.serialize(text) === text;
  } catch {
    return false;
  }
}

// By the scalar type.
const acceptedTexts = new WeakMap<GraphQLScalarType, AcceptedTexts>();

function acceptedBy(type: GraphQLScalarType): AcceptedTexts {
  const accepted = acceptedTexts.get(type) ?? new AcceptedTexts((text) => isWritten(type, text));
  acceptedTexts.set(type, accepted);
  return accepted;
}

const choicesOf = (type: GraphQLEnumType): Shape['choices'] =>
  type
    .getValues()
    .map(({ name, value }) => ({ value: bytesOf(JSON.stringify(value)), name: bytesOf(JSON.stringify(name)) }));

function objectShape(
  type: GraphQLObjectType,
  isNullable: boolean,
  { nodes, fragments }: Omit<Selection, 'type'>,
): Shape | undefined {
  const nodesByKey = new Map<string, FieldNode[]>();
  for (const { selectionSet } of nodes)
    if (!selectionSet || !selectionSet.selections.every((node) => collect(type, node, fragments, nodesByKey)))
      return undefined;
  const members: Member[] = [];
  const indexByName = new Map<string, number>();
  for (const [key, fieldNodes] of nodesByKey) {
    const name = fieldNodes[0]?.name.value ?? '';
    const start = `,${JSON.stringify(key)}:`;
    if (name === '__typename') {
      const constant = bytesOf(`${start}"${type.name}"`);
      members.push({ key: bytesOf(start), isNamedAlike: false, constant, shape: undefined });
      continue;
    }
    const field = type.getFields()[name];
    const isPlain = field && !field.resolve && fieldNodes.every((node) => !node.arguments?.length);
    const shape = isPlain ? shapeOf({ type: field.type, nodes: fieldNodes, fragments }) : undefined;
    // A value that is selected under two keys would have to be read twice.
    if (!shape || indexByName.has(name)) return undefined;
    indexByName.set(name, members.length);
    const constant = shape.isNullable ? bytesOf(`${start}null`) : undefined;
    members.push({ key: bytesOf(start), isNamedAlike: key === name, constant, shape });
  }
  return shapeWith({ kind: 'object', isNullable, members, indexByName });
}

/** Adds the fields of a selection by their keys, as graphql-js merges them; false where a directive may change them. */
function collect(
  type: GraphQLObjectType,
  node: SelectionNode,
  fragments: Selection['fragments'],
  found: Map<string, FieldNode[]>,
): boolean {
  if (node.directives?.length) return false;
  if (node.kind === Kind.FIELD) {
    const key = node.alias?.value ?? node.name.value;
    found.set(key, [...(found.get(key) ?? []), node]);
    return true;
  }
  const fragment = node.kind === Kind.FRAGMENT_SPREAD ? fragments[node.name.value] : node;
  if (!fragment) return false;
  const on = fragment.typeCondition?.name.value ?? type.name;
  if (on !== type.name && !type.getInterfaces().some(({ name }) => name === on)) return true;
  return fragment.selectionSet.selections.every((each) => collect(type, each, fragments, found));
}
