import { GraphQLError } from 'graphql';
import type { ValidationRule } from 'graphql';

/** Refuses a kind of operation that the schema does not have; graphql-js finds out only when it is to carry one out. */
export const onlyKnownKinds: ValidationRule = (context) => ({
  OperationDefinition(node) {
    if (context.getSchema().getRootType(node.operation)) return;
    context.reportError(new GraphQLError(`There is no ${node.operation} here.`, { nodes: node }));
  },
});
