import type { ApolloServerOptionsWithGateway } from '@apollo/server';
import type { DocumentNode, GraphQLSchema } from 'graphql';
import type { Context } from '#gateway/context.ts';
import { isPersisted, persistedText } from '#gateway/persisted/manifest.ts';
import type { Prepared } from './begun.ts';
import { createExecutor } from './executor.ts';
import { createPlans } from './plans.ts';
import { prepare } from './prepare.ts';
import { preparedAgain } from './prepared-again.ts';

/** One of the web app's own operations, by its hash. */
export interface KnownOperation {
  readonly hash: string;
  readonly operationName?: string | undefined;
  readonly variables?: Readonly<Record<string, unknown>> | undefined;
}

export interface Engine {
  /** Our executor in the only place where Apollo Server takes one: as what it calls a gateway, with a schema that stays. */
  readonly gateway: ApolloServerOptionsWithGateway<Context>['gateway'];
  /**
   * Readies an operation without Apollo Server; undefined when that has not let this document through before, and for
   * whatever would end with an error.
   */
  prepare(operation: KnownOperation): Prepared | undefined;
}

export function createEngine(schema: GraphQLSchema): Engine {
  const plans = createPlans(schema);
  const execute = createExecutor(schema, plans);
  const letThrough = new Map<string, DocumentNode>();
  const prepareAgain = preparedAgain((plan, variables) => prepare(schema, plan, variables).prepared);
  return {
    gateway: {
      onSchemaLoadOrUpdate(loaded) {
        loaded({ apiSchema: schema, coreSupergraphSdl: '' });
        return () => undefined;
      },
      load: async () => ({
        executor: ({ document, request: { operationName, variables, query = '' }, context }) => {
          if (isPersisted(query)) letThrough.set(query, document);
          // Apollo hands the context of the request on, and knows no type of it here.
          return execute({ document, operationName, variables, context: context as Context });
        },
      }),
      stop: async () => undefined,
    },
    prepare({ hash, operationName, variables }) {
      const document = letThrough.get(persistedText(hash) ?? '');
      const plan = document && plans(document, operationName);
      return plan && prepareAgain(plan, variables ?? {});
    },
  };
}
