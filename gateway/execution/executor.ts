import { execute, getOperationAST } from 'graphql';
import type { DocumentNode, ExecutionResult, GraphQLSchema } from 'graphql';
import type { Context } from '#gateway/context.ts';
import { begin, dataOf } from './begun.ts';
import type { Begun } from './begun.ts';
import { createPlans } from './plans.ts';
import { prepare, variablesOf } from './prepare.ts';
import { createReplay } from './replay.ts';

/** One operation to be carried out: parsed, validated and let in. */
export interface Work {
  readonly document: DocumentNode;
  readonly operationName?: string | undefined;
  readonly variables?: Readonly<Record<string, unknown>> | undefined;
  readonly context: Context;
}

export type Executor = (work: Work) => Promise<ExecutionResult>;

/**
 * Carries operations out as graphql-js does and several times as fast: that looks at the schema, at the document and for
 * promises again for every value of an answer, and what /api sends is as the schema has it. The first value that is not,
 * and every error, goes to graphql-js after all, together with what the resolvers have given. An operation that its
 * context has begun is not begun again.
 */
export function createExecutor(schema: GraphQLSchema, plans = createPlans(schema)): Executor {
  const replay = createReplay(schema);
  const replayed = (work: Work, { plan, resolving }: Begun) =>
    replay(argumentsOf(schema, work), new Map(plan.fields.map(({ key }, at) => [key, resolving[at]])));
  return async (work) => {
    const { begun } = work.context;
    if (begun) return replayed(work, begun);
    const plan = plans(work.document, work.operationName);
    if (!plan) return unplanned(schema, work);
    const { prepared, errors } = prepare(schema, plan, work.variables);
    if (!prepared) return { errors };
    const started = begin(prepared, work.context);
    const data = await dataOf(started);
    return data ? { data } : replayed(work, started);
  };
}

function unplanned(schema: GraphQLSchema, work: Work) {
  const operation = getOperationAST(work.document, work.operationName);
  const { errors } = operation ? variablesOf(schema, operation, work.variables) : {};
  return errors ? { errors } : execute(argumentsOf(schema, work));
}

const argumentsOf = (schema: GraphQLSchema, { document, operationName, variables, context }: Work) => ({
  schema,
  document,
  operationName,
  variableValues: variables,
  contextValue: context,
});
