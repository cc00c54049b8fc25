import { getVariableValues, OperationTypeNode } from 'graphql';
import type { GraphQLSchema, OperationDefinitionNode } from 'graphql';
import { variableFaults } from '#gateway/faults/variable-faults.ts';
import { frozen } from '#gateway/rest/read-json.ts';
import type { Variables } from './operation.ts';

// In sets of variables per operation, and in characters of their JSON.
const mostKept = 100;
const longestKept = 300;

/**
 * Coerces the variables of one operation; undefined when one is invalid. Equal variables of a query give the same
 * frozen values: a class's thirty children open the same page. Those of a mutation are never kept, since they come once
 * and may hold a password.
 */
export function createVariableReader(schema: GraphQLSchema, operation: OperationDefinitionNode) {
  const cache = new Map<string, Variables>();
  const read = (given: Variables): Variables | undefined => {
    // Compiled code accepts an empty text for an input object; graphql-js does not.
    if (variableFaults(schema, operation, given).length > 0) return undefined;
    return getVariableValues(schema, operation.variableDefinitions ?? [], { ...given }).coerced;
  };
  if (operation.operation !== OperationTypeNode.QUERY) return read;
  return (given: Variables): Variables | undefined => {
    const key = JSON.stringify(given);
    const cached = cache.get(key);
    // The JSON of an infinite number is null, as that of null is.
    if (cached && !(key.includes('null') && holdsInfinity(given))) return cached;
    const values = read(given);
    if (!values || key.length > longestKept) return values;
    frozen(values);
    if (cache.size >= mostKept) cache.clear();
    cache.set(key, values);
    return values;
  };
}

const holdsInfinity = (value: unknown): boolean =>
  typeof value === 'object' && value !== null
    ? Object.values(value).some(holdsInfinity)
    : value === Infinity || value === -Infinity;
