import { getOperationAST } from 'graphql';
import type { DocumentNode, GraphQLSchema, OperationDefinitionNode } from 'graphql';
import { planOf } from './plan.ts';
import type { Plan } from './plan.ts';

/** The plan of an operation of a document; undefined for one that graphql-js carries out by itself. */
export type Plans = (document: DocumentNode, operationName: string | undefined) => Plan | undefined;

// Of one document: it may name a hundred operations, whose plans would hold many times what it holds itself.
const mostPlans = 4;

/** Makes plans when they are first asked for, and keeps them for as long as their documents. */
export function createPlans(schema: GraphQLSchema): Plans {
  const plans = new WeakMap<DocumentNode, Map<OperationDefinitionNode, Plan | undefined>>();
  return (document, operationName) => {
    // A name that the document does not have makes no plan, and takes the place of none.
    const operation = getOperationAST(document, operationName);
    if (!operation) return undefined;
    const known = plans.get(document) ?? new Map<OperationDefinitionNode, Plan | undefined>();
    if (known.has(operation)) return known.get(operation);
    const plan = planOf(schema, document, operationName);
    if (known.size >= mostPlans) known.clear();
    plans.set(document, known.set(operation, plan));
    return plan;
  };
}
