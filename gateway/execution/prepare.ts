import { getArgumentValues, getVariableValues } from 'graphql';
import type { GraphQLError, GraphQLSchema, OperationDefinitionNode } from 'graphql';
import { variableFaults } from '#gateway/faults/variable-faults.ts';
import type { Prepared, Values } from './begun.ts';
import type { Plan, PlannedField } from './plan.ts';

// How graphql-js itself asks for them.
const coercion = { maxErrors: 50 };

type Outcome<Success> =
  | (Success & { readonly errors?: undefined })
  | { readonly prepared?: undefined; readonly coerced?: undefined; readonly errors: readonly GraphQLError[] };

/** The variables of an operation as the schema has them; errors where they are not as the operation declares them. */
export function variablesOf(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  given: Values = {},
): Outcome<{ readonly coerced: Record<string, unknown> }> {
  const { coerced } = getVariableValues(schema, operation.variableDefinitions ?? [], given, coercion);
  return coerced ? { coerced } : { errors: variableFaults(schema, operation, given) };
}

/** Gives a plan its variables. */
export function prepare(schema: GraphQLSchema, plan: Plan, given?: Values): Outcome<{ readonly prepared: Prepared }> {
  const { coerced, errors } = variablesOf(schema, plan.operation, given);
  if (!coerced) return { errors };
  const argumentsOf = ({ definition, node }: PlannedField) => getArgumentValues(definition, node, coerced);
  return { prepared: { schema, plan, variables: coerced, argumentsOf } };
}
