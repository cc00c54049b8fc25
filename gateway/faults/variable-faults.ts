import { coerceInputValue, GraphQLError, isInputType, isNonNullType, Kind, typeFromAST } from 'graphql';
import type { GraphQLSchema, OperationDefinitionNode, ValueNode, VariableDefinitionNode } from 'graphql';
import type { FieldPath } from './field-rules.ts';
import { messageKeyFor } from './field-rules.ts';
import { withoutValues } from './without-values.ts';

// graphql-js lists at most 50 as well.
const mostFaults = 50;

type Values = Readonly<Record<string, unknown>>;

/**
 * Reports invalid variables by name, with the message keys of /api. The messages of graphql-js would quote the values,
 * and a value may be a password or a token.
 */
export function variableFaults(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  given: Values,
): GraphQLError[] {
  const faults = (operation.variableDefinitions ?? []).flatMap((definition) => {
    const found = faultsOf(schema, definition, given);
    if (found.length === 0) return [];
    const place = placeOf(operation, definition.variable.name.value);
    return found.map((fault) => asError({ definition, place, ...fault }));
  });
  return faults.slice(0, mostFaults);
}

interface Fault {
  /** The path below the variable. */
  readonly path: FieldPath;
  readonly value: unknown;
  readonly reason: string;
}

function faultsOf(schema: GraphQLSchema, definition: VariableDefinitionNode, given: Values): Fault[] {
  const name = definition.variable.name.value;
  const type = typeFromAST(schema, definition.type);
  if (!isInputType(type)) return [];
  if (!Object.hasOwn(given, name)) {
    const needed = isNonNullType(type) && definition.defaultValue === undefined;
    const reason = `of required type "${String(type)}" was not provided.`;
    return needed ? [{ path: [], value: undefined, reason }] : [];
  }
  const value = given[name];
  if (value === null && isNonNullType(type))
    return [{ path: [], value, reason: `of non-null type "${String(type)}" must not be null.` }];
  const faults: Fault[] = [];
  const take = (path: FieldPath, wrong: unknown, { message }: GraphQLError): void => {
    if (faults.length >= mostFaults) return;
    const missing = /^Field "(\w+)" of required type /.exec(message)?.[1];
    const below = missing === undefined ? path : [...path, missing];
    const at = below.length > 0 ? ` at "${[name, ...below].join('.')}"` : '';
    const reason = `got an invalid value${at}; ${withoutValues(message)}`;
    faults.push({ path: below, value: missing === undefined ? wrong : undefined, reason });
  };
  coerceInputValue(value, type, take, true);
  return faults;
}

/** The place of a variable among the arguments of the operation's root fields. */
interface Place {
  readonly rootField: string;
  readonly path: FieldPath;
}

function placeOf({ selectionSet }: OperationDefinitionNode, variable: string): Place | undefined {
  for (const field of selectionSet.selections) {
    if (field.kind !== Kind.FIELD) continue;
    for (const { name, value } of field.arguments ?? []) {
      const path = pathTo(variable, value);
      // Callers name the members of `input` without `input` itself.
      const start = name.value === 'input' ? [] : [name.value];
      if (path) return { rootField: field.name.value, path: [...start, ...path] };
    }
  }
  return undefined;
}

function pathTo(variable: string, value: ValueNode): FieldPath | undefined {
  if (value.kind === Kind.VARIABLE) return value.name.value === variable ? [] : undefined;
  const below: readonly (readonly [string | number, ValueNode])[] =
    value.kind === Kind.OBJECT
      ? value.fields.map((field) => [field.name.value, field.value])
      : value.kind === Kind.LIST
        ? value.values.map((item, at) => [at, item])
        : [];
  for (const [name, inner] of below) {
    const path = pathTo(variable, inner);
    if (path) return [name, ...path];
  }
  return undefined;
}

interface PlacedFault extends Fault {
  readonly definition: VariableDefinitionNode;
  readonly place: Place | undefined;
}

function asError({ definition, place, path, value, reason }: PlacedFault): GraphQLError {
  const field = place && [...place.path, ...path];
  const key = place && field && field.length > 0 && messageKeyFor({ ...place, path: field, value });
  return new GraphQLError(`Variable "$${definition.variable.name.value}" ${reason}`, {
    nodes: definition,
    extensions: {
      code: 'BAD_USER_INPUT',
      status: 400,
      ...(key && { messageKey: 'messages.validationFailed', fields: { [field.join('.')]: [key] } }),
    },
  });
}
