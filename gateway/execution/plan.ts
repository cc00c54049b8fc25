import { getOperationAST, OperationTypeNode } from 'graphql';
import type {
  DocumentNode,
  FieldNode,
  GraphQLField,
  GraphQLFieldResolver,
  GraphQLObjectType,
  GraphQLSchema,
  OperationDefinitionNode,
} from 'graphql';
import { fragmentsOf } from '#gateway/graphql/definitions.ts';
import { type Completion, Completions } from './completion.ts';
import { memberJson } from './member-json.ts';
import { fieldsOf, Unplanned } from './selections.ts';
import type { Fragments } from './selections.ts';
import { createWholeJson } from './whole-json.ts';

/** A field at the root: how it is resolved, and what is made of its value. */
export interface PlannedField {
  readonly key: string;
  readonly type: GraphQLObjectType;
  readonly definition: GraphQLField<unknown, unknown>;
  readonly resolve: GraphQLFieldResolver<unknown, unknown>;
  readonly nodes: readonly FieldNode[];
  readonly node: FieldNode;
  readonly complete: Completion;
  /** The key and the completed value as they stand in the answer. */
  readonly json: (value: unknown) => Buffer;
}

/** An operation, looked through once instead of with every value of every answer. */
export interface Plan {
  readonly operation: OperationDefinitionNode;
  readonly fragments: Fragments;
  readonly fields: readonly PlannedField[];
  /** Makes an answer's JSON of that of its fields. */
  readonly whole: (members: readonly Buffer[]) => Buffer;
}

/**
 * A plan for what our schema is: resolvers at the root, and below them values of /api as they came. Undefined for
 * anything else (introspection, directives, several mutations in a row), which graphql-js carries out by itself.
 */
export function planOf(schema: GraphQLSchema, document: DocumentNode, operationName?: string): Plan | undefined {
  const operation = getOperationAST(document, operationName);
  const type = operation && schema.getRootType(operation.operation);
  if (!type) return undefined;
  const fragments = Object.fromEntries(fragmentsOf(document));
  try {
    const completions = new Completions(fragments);
    const asked = [...fieldsOf(type, [operation.selectionSet], fragments)];
    if (operation.operation !== OperationTypeNode.QUERY && asked.length > 1) return undefined;
    const fields = asked.map(([key, nodes]) => plannedField(type, key, nodes, completions));
    return { operation, fragments, fields, whole: createWholeJson() };
  } catch (error) {
    if (error instanceof Unplanned) return undefined;
    throw error;
  }
}

function plannedField(
  type: GraphQLObjectType,
  key: string,
  nodes: readonly FieldNode[],
  completions: Completions,
): PlannedField {
  const [node] = nodes;
  const definition: GraphQLField<unknown, unknown> | undefined = type.getFields()[node?.name.value ?? ''];
  if (!node || !definition?.resolve) throw new Unplanned();
  const { resolve } = definition;
  const complete = completions.of(definition.type, nodes);
  return { key, type, definition, resolve, nodes, node, complete, json: memberJson(key, complete) };
}
