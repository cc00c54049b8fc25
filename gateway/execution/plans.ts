import type { DocumentNode, GraphQLSchema } from 'graphql';
import { planOf } from './plan.ts';
import type { Plan } from './plan.ts';

/** The plan of an operation of a document; undefined for one that graphql-js carries out by itself. */
export type Plans = (document: DocumentNode, operationName: string | undefined) => Plan | undefined;

// Of one document: it may name a hundred operations, whose plans would hold many times what it holds itself.
const mostPlans = 4;

/** Makes plans when they are first asked for, and keeps them for as long as their documents. */
export function createPlans(schema: GraphQLSchema): Plans {
  const plans = new WeakMap<DocumentNode, Map<string, Plan | undefined>>();
  return (document, operationName) => {
    const known = plans.get(document) ?? new Map<string, Plan | undefined>();
    const name = operationName ?? '';
    if (known.has(name)) return known.get(name);
    const plan = planOf(schema, document, operationName);
    if (known.size >= mostPlans) known.clear();
    plans.set(document, known.set(name, plan));
    return plan;
  };
}
