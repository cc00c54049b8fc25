import { GraphQLObjectType, GraphQLSchema } from 'graphql';
import { loadSchema } from '#gateway/graphql/schema.ts';

/** Our types below root fields without arguments, which all resolve to the value of `give`. */
export function schemaThatGives(give: () => unknown): GraphQLSchema {
  const full = loadSchema('.').toConfig();
  const rootOf = (type: GraphQLObjectType | null | undefined): GraphQLObjectType => {
    const fields = Object.entries(type?.getFields() ?? {});
    const given = fields.map(([name, field]) => [name, { type: field.type, resolve: give }] as const);
    return new GraphQLObjectType({ name: type?.name ?? '', fields: Object.fromEntries(given) });
  };
  return new GraphQLSchema({
    ...full,
    query: rootOf(full.query),
    mutation: rootOf(full.mutation),
    types: full.types.filter(({ name }) => name !== 'Query' && name !== 'Mutation'),
  });
}
