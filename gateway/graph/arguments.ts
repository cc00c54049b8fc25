import type { FieldNode, GraphQLResolveInfo } from 'graphql';
import { getArgumentValues } from 'graphql';
import { frozen } from '#gateway/rest/read-json.ts';

type Arguments = ReturnType<typeof getArgumentValues>;
type FieldInfo = Pick<GraphQLResolveInfo, 'parentType' | 'fieldName' | 'fieldNodes' | 'variableValues'>;

// Frozen variables serve several requests (pipeline/variables.ts), and so do the arguments that they give.
const keptArguments = new WeakMap<object, Map<FieldNode, Arguments>>();

/**
 * The arguments of a field as graphql-js reads them. Compiled code turns an absent variable inside an object into null.
 */
export function argumentsOf({ parentType, fieldName, fieldNodes, variableValues }: FieldInfo) {
  const field = parentType.getFields()[fieldName];
  const [node] = fieldNodes;
  if (!field || !node) return undefined;
  const cache = keptArguments.get(variableValues) ?? new Map<FieldNode, Arguments>();
  const cached = cache.get(node);
  if (cached) return cached;
  const values = getArgumentValues(field, node, variableValues);
  if (!Object.isFrozen(variableValues)) return values;
  frozen(values);
  keptArguments.set(variableValues, cache.set(node, values));
  return values;
}
