import type { GraphQLFieldResolver, GraphQLSchema } from 'graphql';
import { GraphQLError, isInterfaceType, isObjectType } from 'graphql';
import type { Context } from '#gateway/context.ts';
import { refusal } from '#gateway/rest/errors.ts';
import { id as idForm } from '#schema/rest/values.ts';
import { complete } from './complete.ts';
import type { Row } from './entities.ts';
import { entityTypes, lookUps } from './look-ups.ts';
import { createPlanner } from './plan.ts';

/** The query field that finds an entity by its id alone. No operation of /api is behind it, but the look-ups of all types. */
export const nodeField = 'node';

interface Node {
  readonly type: string;
  readonly row: Row;
}

/** Gives the query field its resolver, and the interface its types. */
export function addNodes(schema: GraphQLSchema): void {
  const field = schema.getQueryType()?.getFields()[nodeField];
  const type = schema.getType('Node');
  if (!field || !isInterfaceType(type)) throw new Error(`The query ${nodeField} is not in the schema.`);
  // graphql-jit's default finds no type and throws outside of the operation, which then never ends.
  type.resolveType = (row: { readonly __typename?: string }) => row.__typename;
  const planners = new Map(entityTypes.map((type) => [type, plannerOf(schema, type)] as const));
  const resolve: GraphQLFieldResolver<unknown, Context, { readonly id: string }> = async (_, given, context, info) => {
    const parsed = idForm.safeParse(given.id);
    if (!parsed.success) throw refusal(400, { extensions: { fields: { id: ['messages.invalidValue'] } } });
    const found = await findNode(context, parsed.data);
    if (!found) return null;
    const plan = planners.get(found.type)?.(info);
    const row = plan ? await complete(plan, found.row, context.entities) : found.row;
    return { ...(row as Row), __typename: found.type };
  };
  field.resolve = resolve;
}

function plannerOf(schema: GraphQLSchema, name: string): ReturnType<typeof createPlanner> {
  const type = schema.getType(name);
  if (!isObjectType(type)) throw new Error(`The entity ${name} is not in the schema.`);
  const plan = createPlanner(lookUps[name]?.response);
  return (asked) => plan({ ...asked, returnType: type });
}

/** Ids of all types are unique together, so at most one look-up finds one. */
async function findNode({ entities }: Context, id: string): Promise<Node | undefined> {
  const found = await Promise.all(
    entityTypes.map(async (type) => {
      const row = await entities.read(type, id).catch(hidden);
      return row && { type, row };
    }),
  );
  return found.find((node) => node !== undefined);
}

/** Undefined for a row that the caller may not see, as for a row that never existed. */
function hidden(error: unknown): undefined {
  const { code } = error instanceof GraphQLError ? error.extensions : {};
  if (code !== 'NOT_FOUND' && code !== 'FORBIDDEN') throw error;
}
