import { ApolloServerErrorCode } from '@apollo/server/errors';
import { GraphQLError, Kind, parse } from 'graphql';
import type { DocumentNode, GraphQLSchema, OperationDefinitionNode, SelectionSetNode } from 'graphql';
import { fragmentsOf, operationsOf } from '#gateway/graphql/definitions.ts';
import { userErrorsField } from '#gateway/resolvers/user-errors.ts';
import { compileCost } from './cost.ts';
import type { Variables } from './cost.ts';
import { isOpen, isSignIn, limitOf, operationLimits } from './operation-limits.ts';

/** The facts about a free-form operation that admission needs before validation. */
export interface FreeFormOperation {
  /** The operation only calls the sign-in family, `userErrors` and `__typename`. */
  readonly onlySignsIn: boolean;
  /** The operation only has fields that are open to children or to anyone, `userErrors` and `__typename`. */
  readonly onlyOpen: boolean;
  /** The cost in points of the operation with that name; 0 for an ambiguous name, whose request never runs. */
  costOf(name: string | undefined, variables: Variables): number;
}

/**
 * Returns an error when the text exceeds a limit, and undefined when it does not parse; Apollo Server refuses the
 * latter.
 */
export type ReadFreeForm = (text: string) => FreeFormOperation | GraphQLError | undefined;

// Root fields that reveal nothing beyond the fields beside them.
const revealsNothing = new Set(['__typename', userErrorsField]);

const mostRemembered = 300;
// Long texts are rarely sent twice and would fill the memory.
const longestRemembered = 10_000;

/** Reads free-form texts with a least-recently-used cache. */
export function createReader(schema: GraphQLSchema): ReadFreeForm {
  const remembered = new Map<string, FreeFormOperation>();
  return (text) => {
    const cached = remembered.get(text);
    const operation = cached ?? read(schema, text);
    if (!operation || operation instanceof GraphQLError || text.length > longestRemembered) return operation;
    // Moved to the end, so that the first entry is the least recently used.
    remembered.delete(text);
    remembered.set(text, operation);
    const [oldest] = remembered.keys();
    if (remembered.size > mostRemembered && oldest !== undefined) remembered.delete(oldest);
    return operation;
  };
}

function read(schema: GraphQLSchema, text: string): FreeFormOperation | GraphQLError | undefined {
  const document = parsed(text);
  if (!document || document instanceof GraphQLError) return document;
  const operations = operationsOf(document);
  const roots = rootFields(document, operations);
  const compiled = new Map<OperationDefinitionNode, CostOfRun>();
  const compile = (operation: OperationDefinitionNode): CostOfRun => {
    const cost = compileCost(schema, document, operation);
    compiled.set(operation, cost);
    return cost;
  };
  return {
    onlySignsIn: roots.every((name) => revealsNothing.has(name) || isSignIn(name)),
    onlyOpen: roots.every((name) => revealsNothing.has(name) || isOpen(name)),
    // Compiled on demand, for the named operation only: a stranger's text may hold hundreds of operations.
    costOf(name, variables) {
      const [meant, another] = name ? operations.filter((node) => node.name?.value === name) : operations;
      return meant && !another ? (compiled.get(meant) ?? compile(meant))(variables) : 0;
    },
  };
}

type CostOfRun = (variables: Variables) => number;

function parsed(text: string): DocumentNode | GraphQLError | undefined {
  try {
    return parse(text, { maxTokens: operationLimits.tokens, noLocation: true });
  } catch (error) {
    return error instanceof GraphQLError && limitOf(error) !== undefined ? asApolloError(error) : undefined;
  }
}

function asApolloError({ message, source, positions }: GraphQLError): GraphQLError {
  const extensions = { code: ApolloServerErrorCode.GRAPHQL_PARSE_FAILED, status: 400 };
  return new GraphQLError(message, { source, positions, extensions });
}

/** The names of the root fields of all operations, fragments included. */
function rootFields(document: DocumentNode, operations: readonly OperationDefinitionNode[]): string[] {
  const fragments = fragmentsOf(document);
  const namesIn = (set: SelectionSetNode): string[] =>
    set.selections.flatMap((node) => {
      if (node.kind === Kind.FIELD) return [node.name.value];
      if (node.kind === Kind.INLINE_FRAGMENT) return namesIn(node.selectionSet);
      const fragment = fragments.get(node.name.value);
      // Each fragment is walked once, since its fields are the same at every spread.
      fragments.delete(node.name.value);
      return fragment ? namesIn(fragment.selectionSet) : [];
    });
  return operations.flatMap(({ selectionSet }) => namesIn(selectionSet));
}
