import { ApolloServerValidationErrorCode } from '@apollo/server/errors';
import { GraphQLError } from 'graphql';
import type { ValidationRule } from 'graphql';
import type { MutationResolvers, QueryResolvers } from '#gateway/resolvers.generated.ts';
import { contract } from '#schema/rest/contract.ts';
import { measureOperations } from './operation-size.ts';

export const operationLimits = {
  tokens: 1_000,
  depth: 10,
  aliases: 15,
  rootFields: 10,
  authMutations: 1,
  uploads: 1,
} as const;

const authFields = new Set(contract.filter(({ path }) => path.startsWith('/Auth/')).map(({ name }) => name));
/** Whether a root field belongs to the sign-in family, which anyone may call. */
export const isSignIn = (field: string): boolean => authFields.has(field);

// Fields that are open to children or to anyone and that no operation of the web app has.
const openFields = new Set<string>([
  'boardPage',
  'classHashCode',
  'classRoster',
  'studentBoard',
  'studentClassStatus',
  'takeProfile',
  'textBookHashCode',
  'viewer',
  'visitorAddress',
] satisfies (keyof QueryResolvers | keyof MutationResolvers)[]);
/** Whether a free-form operation of a child or of anyone may have this root field. */
export const isOpen = (field: string): boolean => openFields.has(field);

const uploadFields = new Set(contract.filter(({ form }) => form?.files).map(({ name }) => name));

/**
 * Refuses an operation that exceeds a limit. An operation may hold one call of the sign-in family, since aliases would
 * let one request try many passwords. It may hold one upload, since the second would wait for the file of the first.
 * Apollo Server caches the outcome of this validation rule per document.
 */
export const withinLimits: ValidationRule = (context) => ({
  Document(document) {
    for (const { depth, aliases, rootFields } of measureOperations(document)) {
      const found = {
        depth,
        aliases,
        rootFields: rootFields.length,
        authMutations: rootFields.filter((name) => authFields.has(name)).length,
        uploads: rootFields.filter((name) => uploadFields.has(name)).length,
      };
      for (const limit of ['depth', 'aliases', 'rootFields', 'authMutations', 'uploads'] as const) {
        if (found[limit] <= operationLimits[limit]) continue;
        context.reportError(new GraphQLError(refusals[limit], { extensions: { limit } }));
      }
    }
  },
});

const refusals = {
  depth: `An operation may be at most ${operationLimits.depth} levels deep.`,
  aliases: `An operation may have at most ${operationLimits.aliases} aliases.`,
  rootFields: `An operation may have at most ${operationLimits.rootFields} fields at its root.`,
  authMutations: 'An operation may hold only one call that concerns signing in.',
  uploads: 'An operation may hold only one upload.',
};

/** Refuses a kind of operation that the schema does not have, which graphql-js detects only on execution. */
export const onlyKnownKinds: ValidationRule = (context) => ({
  OperationDefinition(node) {
    if (context.getSchema().getRootType(node.operation)) return;
    context.reportError(new GraphQLError(`There is no ${node.operation} here.`, { nodes: node }));
  },
});

// graphql-js reports this by its message alone.
const tooManyTokens = /^Syntax Error: Document contains more tha[nt] \d+ tokens/;

/** The name of the limit that refused an operation; undefined for any other error. */
export function limitOf({ message, extensions }: Pick<GraphQLError, 'message' | 'extensions'>): string | undefined {
  if (typeof extensions.limit === 'string') return extensions.limit;
  if (extensions.validationErrorCode === ApolloServerValidationErrorCode.MAX_RECURSIVE_SELECTIONS_EXCEEDED)
    return 'recursion';
  return tooManyTokens.test(message) ? 'tokens' : undefined;
}
