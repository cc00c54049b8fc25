import { ApolloServerValidationErrorCode } from '@apollo/server/errors';
import { GraphQLError } from 'graphql';
import type { ValidationRule } from 'graphql';
import type { QueryResolvers } from '#gateway/resolvers.generated.ts';
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
/** Whether a root field belongs to the sign-in family, which is open to anyone. */
export const isSignIn = (field: string): boolean => authFields.has(field);

// Open to children or to anyone, and in no operation of the web app.
const openFields = new Set<string>([
  'classHashCode',
  'studentClassStatus',
  'textBookHashCode',
  'visitorAddress',
] satisfies (keyof QueryResolvers)[]);
/** Whether a root field is open to children or to anyone, also in a free-form operation. */
export const isOpen = (field: string): boolean => openFields.has(field);

const uploadFields = new Set(contract.filter(({ form }) => form?.files).map(({ name }) => name));

/**
 * Refuses an operation that is over a limit. Aliases would let one request try many passwords, so an operation holds one
 * call of the sign-in family; of two uploads one would wait for the other's file. Validation runs this rule, and Apollo
 * Server caches its outcome per document.
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

/** Refuses a kind of operation that the schema does not have; graphql-js finds out only when it executes one. */
export const onlyKnownKinds: ValidationRule = (context) => ({
  OperationDefinition(node) {
    if (context.getSchema().getRootType(node.operation)) return;
    context.reportError(new GraphQLError(`There is no ${node.operation} here.`, { nodes: node }));
  },
});

// graphql-js reports this in words only.
const tooManyTokens = /^Syntax Error: Document contains more tha[nt] \d+ tokens/;

/** The limit that an operation was refused for, by name; undefined for any other error. */
export function limitOf({ message, extensions }: Pick<GraphQLError, 'message' | 'extensions'>): string | undefined {
  if (typeof extensions.limit === 'string') return extensions.limit;
  if (extensions.validationErrorCode === ApolloServerValidationErrorCode.MAX_RECURSIVE_SELECTIONS_EXCEEDED)
    return 'recursion';
  return tooManyTokens.test(message) ? 'tokens' : undefined;
}
