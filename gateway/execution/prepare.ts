import { getArgumentValues, getVariableValues } from 'graphql';
import type { GraphQLError, GraphQLSchema } from 'graphql';
import type { Prepared, Values } from './begun.ts';
import type { Plan, PlannedField } from './plan.ts';

// How graphql-js itself asks for them.
const coercion = { maxErrors: 50 };

type Outcome =
  | { readonly prepared: Prepared; readonly errors?: undefined }
  | { readonly prepared?: undefined; readonly errors: readonly GraphQLError[] };

/** Gives a plan its variables; errors where they are not as the operation declares them. */
export function prepare(schema: GraphQLSchema, plan: Plan, given: Values = {}): Outcome {
  const { coerced, errors } = getVariableValues(schema, plan.operation.variableDefinitions ?? [], given, coercion);
  if (!coerced) return { errors };
  const argumentsOf = ({ definition, node }: PlannedField) => getArgumentValues(definition, node, coerced);
  return { prepared: { schema, plan, variables: coerced, argumentsOf } };
}
