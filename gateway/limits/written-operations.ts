import { ApolloServerErrorCode } from '@apollo/server/errors';
import { GraphQLError, Kind, parse } from 'graphql';
import type { DocumentNode, GraphQLSchema, OperationDefinitionNode, SelectionSetNode } from 'graphql';
import { fragmentsOf, operationsOf } from '#gateway/graphql/definitions.ts';
import { compileCost } from './cost.ts';
import type { Variables } from './cost.ts';
import { limitOf } from './limit-of.ts';
import { isOpen, isSignIn, operationLimits } from './operation-limits.ts';

/** What the gate needs to know of a text that somebody wrote, before it is validated. */
export interface WrittenOperation {
  /** Nothing but calls that concern signing in, and `__typename`. */
  readonly onlySignsIn: boolean;
  /** Nothing but fields that are open to children or to anyone, and `__typename`. */
  readonly onlyOpen: boolean;
  /** In points, of the operation with that name; 0 where it is not clear which is meant, since then none is carried out. */
  costOf(name: string | undefined, variables: Variables): number;
}

/** An error says which limit the text met before it was parsed to its end. */
export type ReadOperation = (text: string) => WrittenOperation | GraphQLError | undefined;

const mostRemembered = 300;
// A long text is seldom sent twice, and it would keep much.
const longestRemembered = 10_000;

/** Reads texts, and the same text once; undefined for one that does not parse, which is Apollo's to say. */
export function createReader(schema: GraphQLSchema): ReadOperation {
  const remembered = new Map<string, WrittenOperation>();
  return (text) => {
    const known = remembered.get(text);
    const written = known ?? read(schema, text);
    if (!written || written instanceof GraphQLError || text.length > longestRemembered) return written;
    // Put last again, so that the first is the one that was not used for longest.
    remembered.delete(text);
    remembered.set(text, written);
    const [oldest] = remembered.keys();
    if (remembered.size > mostRemembered && oldest !== undefined) remembered.delete(oldest);
    return written;
  };
}

function read(schema: GraphQLSchema, text: string): WrittenOperation | GraphQLError | undefined {
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
    onlySignsIn: roots.every((name) => name === '__typename' || isSignIn(name)),
    onlyOpen: roots.every((name) => name === '__typename' || isOpen(name)),
    // Not before it is asked for, and of the one that is meant: a text may hold hundreds, from anybody.
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
    return error instanceof GraphQLError && limitOf(error) !== undefined ? asApolloSays(error) : undefined;
  }
}

function asApolloSays({ message, source, positions }: GraphQLError): GraphQLError {
  const extensions = { code: ApolloServerErrorCode.GRAPHQL_PARSE_FAILED, status: 400 };
  return new GraphQLError(message, { source, positions, extensions });
}

/** The names of all fields at the root of all operations, those in fragments too. */
function rootFields(document: DocumentNode, operations: readonly OperationDefinitionNode[]): string[] {
  const fragments = fragmentsOf(document);
  const namesIn = (set: SelectionSetNode): string[] =>
    set.selections.flatMap((node) => {
      if (node.kind === Kind.FIELD) return [node.name.value];
      if (node.kind === Kind.INLINE_FRAGMENT) return namesIn(node.selectionSet);
      const fragment = fragments.get(node.name.value);
      // Walked once, here and in the end: a fragment's fields are the same wherever it is spread.
      fragments.delete(node.name.value);
      return fragment ? namesIn(fragment.selectionSet) : [];
    });
  return operations.flatMap(({ selectionSet }) => namesIn(selectionSet));
}
