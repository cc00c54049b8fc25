import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeExecutableSchema } from '@graphql-tools/schema';
import type { GraphQLSchema } from 'graphql';
import { concatAST, parse } from 'graphql';
import { addEdges } from '#gateway/graph/edges.ts';
import { addNodes } from '#gateway/graph/nodes.ts';
import { addSubjects } from '#gateway/graph/subjects.ts';
import { addResolvers } from '#gateway/resolvers/from-contract.ts';
import { createMessages } from '#gateway/resolvers/messages.ts';
import { addUserErrors } from '#gateway/resolvers/user-errors.ts';
import { enumerationsOf } from './enumerations.ts';
import { completeManual } from './manual.ts';
import { scalars } from './scalars.ts';

const loaded = new Map<string, GraphQLSchema>();

/**
 * The SDL of schema/graphql below `root`, with resolvers and descriptions from the contract. All gateways of a process
 * share it.
 */
export function loadSchema(root: string): GraphQLSchema {
  const schema = loaded.get(root) ?? makeSchema(root);
  loaded.set(root, schema);
  return schema;
}

function makeSchema(root: string): GraphQLSchema {
  const folder = join(root, 'schema', 'graphql');
  const files = readdirSync(folder).filter((name) => name.endsWith('.graphql'));
  const typeDefs = concatAST(files.map((name) => parse(readFileSync(join(folder, name), 'utf8'))));
  const schema = makeExecutableSchema({
    typeDefs,
    resolvers: [enumerationsOf(typeDefs), scalars],
    resolverValidationOptions: { requireResolversToMatchSchema: 'error' },
  });
  addResolvers(schema);
  addEdges(schema);
  addNodes(schema);
  addSubjects(schema);
  addUserErrors(schema, createMessages(root));
  completeManual(schema);
  return schema;
}
