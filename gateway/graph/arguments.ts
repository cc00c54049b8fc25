import type { GraphQLResolveInfo } from 'graphql';
import { getArgumentValues } from 'graphql';

/**
 * The arguments of a field as graphql-js reads them. Compiled code turns an absent variable inside an object into null.
 */
export function argumentsOf({ parentType, fieldName, fieldNodes, variableValues }: GraphQLResolveInfo) {
  const field = parentType.getFields()[fieldName];
  const [node] = fieldNodes;
  return field && node && getArgumentValues(field, node, variableValues);
}
