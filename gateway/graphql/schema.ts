import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeExecutableSchema } from '@graphql-tools/schema';
import type { GraphQLSchema } from 'graphql';
import { resolvers } from '#gateway/resolvers/resolvers.ts';

const loaded = new Map<string, GraphQLSchema>();

/** The SDL of schema/graphql below `root`, bound to the resolvers; made once, and the same for every gateway of a process. */
export function loadSchema(root: string): GraphQLSchema {
  const schema = loaded.get(root) ?? makeSchema(root);
  loaded.set(root, schema);
  return schema;
}

function makeSchema(root: string): GraphQLSchema {
  const folder = join(root, 'schema', 'graphql');
  const files = readdirSync(folder).filter((name) => name.endsWith('.graphql'));
  const typeDefs = files.map((name) => readFileSync(join(folder, name), 'utf8'));
  return makeExecutableSchema({
    typeDefs,
    resolvers,
    resolverValidationOptions: { requireResolversToMatchSchema: 'error' },
  });
}
