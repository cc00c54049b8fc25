import { Kind } from 'graphql';
import type { DocumentNode, FragmentDefinitionNode, OperationDefinitionNode } from 'graphql';

export function operationsOf({ definitions }: DocumentNode): OperationDefinitionNode[] {
  return definitions.filter((node) => node.kind === Kind.OPERATION_DEFINITION);
}

/** The fragments of a document by name. When two have the same name, the last one wins. */
export function fragmentsOf({ definitions }: DocumentNode): Map<string, FragmentDefinitionNode> {
  const fragments = definitions.filter((node) => node.kind === Kind.FRAGMENT_DEFINITION);
  return new Map(fragments.map((node) => [node.name.value, node]));
}
