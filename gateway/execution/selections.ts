import { Kind } from 'graphql';
import type { FieldNode, FragmentDefinitionNode, GraphQLObjectType, SelectionSetNode } from 'graphql';

export type Fragments = Readonly<Record<string, FragmentDefinitionNode>>;

/** Thrown for what no plan is made of: graphql-js itself carries that out. */
export class Unplanned extends Error {}

/** The fields asked for of an object, by the key they answer to; the nodes of one key are to be merged. */
export function fieldsOf(
  type: GraphQLObjectType,
  sets: readonly SelectionSetNode[],
  fragments: Fragments,
): Map<string, FieldNode[]> {
  const fields = new Map<string, FieldNode[]>();
  const spread = new Set<string>();
  const collect = ({ selections }: SelectionSetNode): void => {
    for (const node of selections) {
      // Whether it counts may hang on a variable.
      if (node.directives && node.directives.length > 0) throw new Unplanned();
      if (node.kind === Kind.FIELD) add(node);
      else if (node.kind === Kind.INLINE_FRAGMENT) within(node.typeCondition?.name.value, node.selectionSet);
      else if (!spread.has(node.name.value)) {
        spread.add(node.name.value);
        const fragment = fragments[node.name.value];
        if (!fragment) throw new Unplanned();
        within(fragment.typeCondition.name.value, fragment.selectionSet);
      }
    }
  };
  const add = (node: FieldNode): void => {
    const key = (node.alias ?? node.name).value;
    // No plain object can hold a value by this name.
    if (key === '__proto__') throw new Unplanned();
    const nodes = fields.get(key);
    if (nodes) nodes.push(node);
    else fields.set(key, [node]);
  };
  const within = (condition: string | undefined, set: SelectionSetNode): void => {
    if (condition !== undefined && condition !== type.name) throw new Unplanned();
    collect(set);
  };
  for (const set of sets) collect(set);
  return fields;
}
