import {
  getNullableType,
  GraphQLBoolean,
  GraphQLFloat,
  GraphQLID,
  GraphQLInt,
  GraphQLString,
  isEnumType,
  isListType,
  isNonNullType,
  isObjectType,
  isScalarType,
} from 'graphql';
import type { FieldNode, GraphQLLeafType, GraphQLObjectType, GraphQLOutputType, GraphQLScalarType } from 'graphql';
import { fieldsOf, Unplanned } from './selections.ts';
import type { Fragments } from './selections.ts';

/** Makes of a resolved value what the answer shows; throws `unfit` for every value that is not plainly as the schema has it. */
export type Completion = (value: unknown) => unknown;

/** Says that graphql-js has to look at a value, which knows every coercion and every error. */
export const unfit = new Error('not plainly as the schema has it');

function refuse(): never {
  throw unfit;
}

// A document may ask for the same fragments again and again; plans of that size are not worth keeping.
const mostFields = 2_000;

/** Makes the completions of one operation. */
export class Completions {
  readonly #fragments: Fragments;
  #fields = 0;

  constructor(fragments: Fragments) {
    this.#fragments = fragments;
  }

  of(type: GraphQLOutputType, nodes: readonly FieldNode[]): Completion {
    const complete = this.#ofPresent(getNullableType(type), nodes);
    if (isNonNullType(type)) return (value) => complete(value ?? refuse());
    return (value) => (value === null || value === undefined ? null : complete(value));
  }

  #ofPresent(type: GraphQLOutputType, nodes: readonly FieldNode[]): Completion {
    if (isListType(type)) return listOf(this.of(type.ofType, nodes));
    if (isObjectType(type)) return this.#ofObject(type, nodes);
    if (isScalarType(type) || isEnumType(type)) return ofLeaf(type);
    throw new Unplanned();
  }

  #ofObject(type: GraphQLObjectType, nodes: readonly FieldNode[]): Completion {
    if (type.isTypeOf) throw new Unplanned();
    const sets = nodes.flatMap(({ selectionSet }) => selectionSet ?? []);
    const fields = [...fieldsOf(type, sets, this.#fragments)].map(([key, its]) => this.#ofField(type, key, its));
    const shape = Object.fromEntries(fields.map(({ key }) => [key, null]));
    return (value) => {
      const source = plainObject(value);
      // A copy of one shape: objects that grow key by key cost several times as much.
      const answer: Record<string, unknown> = { ...shape };
      for (const { key, name, complete } of fields) answer[key] = complete(source[name]);
      return answer;
    };
  }

  #ofField(type: GraphQLObjectType, key: string, nodes: readonly FieldNode[]) {
    this.#fields += 1;
    if (this.#fields > mostFields) throw new Unplanned();
    const name = nodes[0]?.name.value ?? '';
    if (name === '__typename') return { key, name, complete: () => type.name };
    const field = type.getFields()[name];
    if (!field || field.resolve) throw new Unplanned();
    return { key, name, complete: this.of(field.type, nodes) };
  }
}

// What a scalar of any shape may be given.
function data(value: unknown): unknown {
  if (typeof value === 'function') return refuse();
  return typeof value !== 'object' || Array.isArray(value) ? value : plainObject(value);
}

// Neither a promise nor an error nor anything else that could answer differently from how it looks.
function plainObject(value: unknown): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return refuse();
  return value as Readonly<Record<string, unknown>>;
}

function listOf(complete: Completion): Completion {
  return (value) => {
    if (!Array.isArray(value)) return refuse();
    const answer = new Array<unknown>(value.length);
    for (let index = 0; index < value.length; index += 1) answer[index] = complete(value[index]);
    return answer;
  };
}

const text = (value: unknown): unknown => (typeof value === 'string' ? value : refuse());

const plain = new Map<GraphQLScalarType, Completion>([
  [GraphQLString, text],
  [GraphQLID, text],
  [GraphQLBoolean, (value) => (typeof value === 'boolean' ? value : refuse())],
  [GraphQLFloat, (value) => (Number.isFinite(value) ? value : refuse())],
  [GraphQLInt, (value) => (typeof value === 'number' && (value | 0) === value ? value : refuse())],
]);

function ofLeaf(type: GraphQLLeafType): Completion {
  if (isEnumType(type)) {
    const names = new Map<unknown, string>(type.getValues().map(({ value, name }) => [value, name]));
    return (value) => names.get(value) ?? refuse();
  }
  return plain.get(type) ?? ((value) => type.serialize(typeof value === 'string' ? value : data(value)) ?? refuse());
}
