import { getNamedType, isInputObjectType, isLeafType, isListType, isNonNullType, isObjectType } from 'graphql';
import type { GraphQLArgument, GraphQLField, GraphQLInputType, GraphQLOutputType, GraphQLSchema } from 'graphql';

interface Written {
  readonly query: string;
  /** JSON with an empty value for each required argument; an empty text without required arguments. */
  readonly variables: string;
}

const isRequired = ({ type, defaultValue }: Pick<GraphQLArgument, 'type' | 'defaultValue'>) =>
  isNonNullType(type) && defaultValue === undefined;

/** An operation around one root field: what must be given as variables, and what can be read without arguments. */
export function writtenOperation(schema: GraphQLSchema, name: string, kind: 'query' | 'mutation'): Written | undefined {
  const root = kind === 'query' ? schema.getQueryType() : schema.getMutationType();
  const field = root?.getFields()[name];
  if (!field) return undefined;
  const required = field.args.filter(isRequired);
  const title = name.charAt(0).toUpperCase() + name.slice(1);
  const declarations = required.map((argument) => `$${argument.name}: ${String(argument.type)}`).join(', ');
  const passed = required.map((argument) => `${argument.name}: $${argument.name}`).join(', ');
  const call = `${name}${passed && `(${passed})`}${selection(field.type, 1)}`;
  const values = Object.fromEntries(required.map((argument) => [argument.name, emptyValue(argument.type)]));
  return {
    query: `${kind} ${title}${declarations && `(${declarations})`} {\n  ${call}\n}\n`,
    variables: required.length > 0 ? JSON.stringify(values, null, 2) : '',
  };
}

// Three levels reach a page, its rows and the people in them, and stay far below the limits of cost and depth.
const deepest = 3;

function selection(type: GraphQLOutputType, depth: number): string {
  const named = getNamedType(type);
  if (!isObjectType(named)) return '';
  const lines = Object.values(named.getFields()).flatMap((field) => lineOf(field, depth));
  const indent = '  '.repeat(depth);
  return ` {\n${lines.map((line) => `${indent}  ${line}\n`).join('')}${indent}}`;
}

function lineOf(field: GraphQLField<unknown, unknown>, depth: number): string[] {
  if (field.args.some(isRequired) || field.deprecationReason) return [];
  if (isLeafType(getNamedType(field.type))) return [field.name];
  return depth < deepest ? [`${field.name}${selection(field.type, depth + 1)}`] : [];
}

function emptyValue(type: GraphQLInputType): unknown {
  const inner = isNonNullType(type) ? type.ofType : type;
  if (isListType(inner)) return [];
  if (!isInputObjectType(inner)) return { Int: 0, Float: 0, Boolean: false }[String(inner)] ?? '';
  const needed = Object.values(inner.getFields()).filter(isRequired);
  return Object.fromEntries(needed.map((field) => [field.name, emptyValue(field.type)]));
}
