import { getNamedType, isEnumType, isInterfaceType, isListType, isNonNullType, isObjectType } from 'graphql';
import type { GraphQLField, GraphQLNamedOutputType, GraphQLObjectType, GraphQLOutputType } from 'graphql';

/** The names of the types that enclose a place, the outermost first. */
type Path = readonly string[];

/** The depth of samples and of their queries. */
const deepest = 3;

/** The full selection of a type as GraphQL text, within the types that enclose it; empty for a leaf. */
export function selectionOf(type: GraphQLOutputType, path: Path = []): string {
  const inner = isNonNullType(type) || isListType(type) ? type.ofType : type;
  if (inner !== type) return selectionOf(inner, path);
  if (isInterfaceType(type)) return ' { __typename same: __typename id ... on Class { className } }';
  if (!isObjectType(type)) return '';
  const within = [...path, type.name];
  const fields = fieldsWithin(type, within).map((field) => `${field.name}${selectionOf(field.type, within)}`);
  return ` { __typename same: __typename ${fields.join(' ')} }`;
}

/** A value of a type as /api would send it. */
export function sampleOf(type: GraphQLOutputType, path: Path = []): unknown {
  if (isNonNullType(type)) return sampleOf(type.ofType, path);
  if (isListType(type)) return [sampleOf(type.ofType, path), sampleOf(type.ofType, path)];
  if (isEnumType(type)) return type.getValues()[0]?.value;
  if (isInterfaceType(type)) return { __typename: 'Class', id: 'text', className: 'text' };
  if (isObjectType(type)) {
    const within = [...path, type.name];
    return Object.fromEntries(fieldsWithin(type, within).map((field) => [field.name, sampleOf(field.type, within)]));
  }
  return leaves[type.name] ?? 'text';
}

/**
 * A sample in which little stands beside the way to a place: lists of nothing, and no objects that may be missing. The
 * compiled code is that of the whole selection; both rows of a list on the way are there.
 */
export function sampleAround(type: GraphQLOutputType, keys: SamplePlace['keys'], path: Path = []): unknown {
  if (isNonNullType(type)) return sampleAround(type.ofType, keys, path);
  const [key, ...rest] = keys;
  if (key === undefined || isInterfaceType(type)) return sampleOf(type, path);
  if (isListType(type)) return [sampleAround(type.ofType, rest, path), sampleAround(type.ofType, rest, path)];
  if (!isObjectType(type)) throw new Error(`Nothing is inside ${type.name}`);
  const within = [...path, type.name];
  return Object.fromEntries(
    fieldsWithin(type, within).map(({ name, type: its }) => [
      name,
      name === key ? sampleAround(its, rest, within) : least(its, within),
    ]),
  );
}

/** The smallest value of a type that is no error. */
function least(type: GraphQLOutputType, path: Path): unknown {
  if (isListType(type)) return [];
  if (!isNonNullType(type)) return isObjectType(type) || isInterfaceType(type) ? null : sampleOf(type, path);
  const inner = type.ofType;
  if (!isObjectType(inner)) return isListType(inner) ? [] : sampleOf(inner, path);
  const within = [...path, inner.name];
  return Object.fromEntries(fieldsWithin(inner, within).map((field) => [field.name, least(field.type, within)]));
}

const leaves: Readonly<Record<string, unknown>> = {
  Int: 7,
  Float: 2.5,
  Boolean: true,
  Date: '2026-04-01',
  DateTime: '2026-04-01T08:30:00.000Z',
};

// At the maximum depth, only leaves are selected. A field with a resolver reads its own answer.
function fieldsWithin(type: GraphQLObjectType, path: Path): readonly GraphQLField<unknown, unknown>[] {
  const place = path.join('.');
  const fields =
    read.get(place) ??
    Object.values(type.getFields()).filter(({ type: its, resolve }) => !resolve && isRead(getNamedType(its), path));
  read.set(place, fields);
  return fields;
}

/** By the path, which ends with the fields' own type. */
const read = new Map<string, readonly GraphQLField<unknown, unknown>[]>();

// Of an object whose type's name alone is selected, compiled code reads nothing, so it does not see what stands there.
// A type within itself, such as who invited whom, shows no more than the outer one.
const isRead = (type: GraphQLNamedOutputType, path: Path): boolean =>
  !isObjectType(type) ||
  (path.length <= deepest && !path.includes(type.name) && fieldsWithin(type, [...path, type.name]).length > 0);

/** Unexpected values, and values that only graphql-js handles. */
export const oddities: Readonly<Record<string, () => unknown>> = {
  null: () => null,
  nothing: () => undefined,
  'a number': () => 9_007_199_254_740_991,
  'a fraction': () => 0.5,
  'a truth': () => true,
  'other text': () => '',
  'an empty object': () => ({}),
  'an empty list': () => [],
  'a set': () => new Set(['text']),
  'an error': () => new Error('inside'),
  'a promise': () => Promise.resolve('text'),
  'a promise that is not kept': () => Promise.reject(new Error('inside')),
  'a function': () => () => 'text',
};

export interface SamplePlace {
  /** The keys that lead to the place. */
  readonly keys: readonly (string | number)[];
  /** The field at this place, after the null and list marks of the fields around it, which decide how far a null spreads. */
  readonly field: string;
}

/** Every place in the sample of a type, the sample itself among them. The two rows of a list are alike: the first is enough. */
export function placesIn(
  type: GraphQLOutputType,
  path: Path = [],
  place: SamplePlace = { keys: [], field: '' },
): SamplePlace[] {
  if (isNonNullType(type)) return placesIn(type.ofType, path, { ...place, field: `${place.field}!` });
  if (isListType(type))
    return [place, ...placesIn(type.ofType, path, { keys: [...place.keys, 0], field: `${place.field}[]` })];
  if (isInterfaceType(type))
    return [place, ...['__typename', 'id', 'className'].map((key) => inside(place, key, `${type.name}.${key}`))];
  if (!isObjectType(type)) return [place];
  const within = [...path, type.name];
  const fields = fieldsWithin(type, within).flatMap((field) =>
    placesIn(field.type, within, inside(place, field.name, `${type.name}.${field.name}`)),
  );
  return [place, ...fields];
}

const inside = ({ keys, field }: SamplePlace, key: string, name: string): SamplePlace => ({
  keys: [...keys, key],
  field: `${shapeOf(field)}/${name}`,
});

/** The null and list marks of a place, without the names of fields. */
const shapeOf = (field: string): string => field.replace(/\w+\.\w+/g, '');

/** A copy of a value with something else in one place. */
export function replaced(value: unknown, [key, ...rest]: readonly (string | number)[], other: unknown): unknown {
  if (key === undefined) return other;
  const within = (name: string | number, inner: unknown) => (name === key ? replaced(inner, rest, other) : inner);
  if (Array.isArray(value)) return value.map((inner, index) => within(index, inner));
  return Object.fromEntries(Object.entries(value ?? {}).map(([name, inner]) => [name, within(name, inner)]));
}
