import { defaultFieldResolver, execute, GraphQLObjectType, GraphQLSchema } from 'graphql';
import type { ExecutionArgs, ExecutionResult, GraphQLFieldResolver } from 'graphql';

/** Lets graphql-js complete what has been resolved, by key at the root: no resolver runs a second time. */
export function createReplay(schema: GraphQLSchema) {
  const answered = withoutRootResolvers(schema);
  return async (work: ExecutionArgs, values: ReadonlyMap<unknown, unknown>): Promise<ExecutionResult> => {
    const rootValue = {};
    const fieldResolver: GraphQLFieldResolver<unknown, unknown> = (source, given, context, info) =>
      source === rootValue ? values.get(info.path.key) : defaultFieldResolver(source, given, context, info);
    return execute({ ...work, schema: answered, rootValue, fieldResolver });
  };
}

function withoutRootResolvers(schema: GraphQLSchema): GraphQLSchema {
  const config = schema.toConfig();
  const query = bare(config.query);
  const mutation = bare(config.mutation);
  const others = config.types.filter((type) => type !== config.query && type !== config.mutation);
  return new GraphQLSchema({ ...config, query, mutation, types: others, assumeValid: true });
}

function bare(type: GraphQLObjectType | null | undefined): GraphQLObjectType | undefined {
  if (!type) return undefined;
  const { fields, ...config } = type.toConfig();
  const entries = Object.entries(fields).map(([name, field]) => [name, { ...field, resolve: undefined }] as const);
  return new GraphQLObjectType({ ...config, fields: Object.fromEntries(entries) });
}
