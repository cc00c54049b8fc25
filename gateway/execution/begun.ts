import type { GraphQLSchema } from 'graphql';
import type { Context } from '#gateway/context.ts';
import { unfit } from './completion.ts';
import type { Plan, PlannedField } from './plan.ts';

export type Values = Readonly<Record<string, unknown>>;

/** A plan with the variables of one request, as the schema has them. */
export interface Prepared {
  readonly schema: GraphQLSchema;
  readonly plan: Plan;
  readonly variables: Values;
  /** Throws for what a field was not given. */
  readonly argumentsOf: (field: PlannedField) => Values;
}

/** An operation whose resolvers have been called, each once; what they give is in the order of the plan's fields. */
export interface Begun {
  readonly plan: Plan;
  readonly resolving: readonly Promise<unknown>[];
}

/** Calls the resolvers at the root. */
export function begin(prepared: Prepared, context: Context): Begun {
  const { plan } = prepared;
  return { plan, resolving: plan.fields.map((field) => resolved(prepared, field, context)) };
}

/** What the answer shows; undefined where graphql-js has to look at what the resolvers gave. */
export async function dataOf(begun: Begun): Promise<Record<string, unknown> | undefined> {
  const values = await completed(begun, ({ complete }, value) => complete(value));
  return values && Object.fromEntries(begun.plan.fields.map(({ key }, at) => [key, values[at]]));
}

/** The same as the JSON of a whole answer. */
export async function jsonOf(begun: Begun): Promise<Buffer | undefined> {
  const members = await completed(begun, ({ json }, value) => json(value));
  return members && begun.plan.whole(members);
}

async function completed<Made>(
  { plan, resolving }: Begun,
  make: (field: PlannedField, value: unknown) => Made,
): Promise<Made[] | undefined> {
  const settled = await Promise.allSettled(resolving);
  const made: Made[] = [];
  try {
    for (const [at, field] of plan.fields.entries()) {
      const outcome = settled[at];
      if (outcome?.status !== 'fulfilled') return undefined;
      made.push(make(field, outcome.value));
    }
    return made;
  } catch (error) {
    // A scalar says in its own words what it cannot show, and says it again to graphql-js.
    if (error === unfit || error instanceof Error) return undefined;
    throw error;
  }
}

async function resolved(prepared: Prepared, field: PlannedField, context: Context) {
  const { schema, plan, variables, argumentsOf } = prepared;
  const { key, type, definition, resolve, nodes } = field;
  return resolve(undefined, argumentsOf(field), context, {
    fieldName: definition.name,
    fieldNodes: nodes,
    returnType: definition.type,
    parentType: type,
    path: { prev: undefined, key, typename: type.name },
    schema,
    fragments: plan.fragments,
    rootValue: undefined,
    operation: plan.operation,
    variableValues: variables,
  });
}
