import { GraphQLError } from 'graphql';
import type { ValidationRule } from 'graphql';
import { contract } from '#schema/rest/contract.ts';
import { measureOperations } from './operation-size.ts';

export const operationLimits = { tokens: 1_000, depth: 10, aliases: 15, rootFields: 10, authMutations: 1 } as const;

const authFields = new Set(contract.filter(({ path }) => path.startsWith('/Auth/')).map(({ name }) => name));

/**
 * Refuses an operation that asks for too much. Aliases would otherwise let one request try many passwords, so only
 * one call of the sign-in family fits into an operation. Runs with validation, whose outcome is cached per document.
 */
export const withinLimits: ValidationRule = (context) => ({
  Document(document) {
    for (const { depth, aliases, rootFields } of measureOperations(document)) {
      const found = {
        depth,
        aliases,
        rootFields: rootFields.length,
        authMutations: rootFields.filter((name) => authFields.has(name)).length,
      };
      for (const limit of ['depth', 'aliases', 'rootFields', 'authMutations'] as const) {
        if (found[limit] <= operationLimits[limit]) continue;
        context.reportError(new GraphQLError(refusals[limit]));
      }
    }
  },
});

const refusals = {
  depth: `An operation may be at most ${operationLimits.depth} levels deep.`,
  aliases: `An operation may have at most ${operationLimits.aliases} aliases.`,
  rootFields: `An operation may have at most ${operationLimits.rootFields} fields at its root.`,
  authMutations: 'An operation may hold only one call that concerns signing in.',
};
