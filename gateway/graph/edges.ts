import type { DocumentNode, FieldNode, GraphQLSchema } from 'graphql';
import { isObjectType, TypeInfo, visit, visitWithTypeInfo } from 'graphql';
import type { Context } from '#gateway/context.ts';
import { argumentsOf } from './arguments.ts';

type Values = Readonly<Record<string, unknown>>;

/** A field that leads from an entity to a list of others: a query field below the row that it belongs to. */
interface Edge {
  /** The query field. */
  readonly query: string;
  /** The place of the row's id in the query field: an argument, or a member of one. */
  readonly at: readonly [argument: string, member?: string];
}

/** Each edge by its entity's type and its field. An edge takes the query field's arguments without the row's id. */
export const edges: Readonly<Record<string, Readonly<Record<string, Edge>>>> = {
  Class: {
    students: { query: 'classProfiles', at: ['classId'] },
    posts: { query: 'communityQueue', at: ['filter', 'classId'] },
  },
  TextBook: {
    units: { query: 'textBookUnits', at: ['textBookId'] },
    classes: { query: 'classes', at: ['filter', 'textBookId'] },
  },
  Unit: {
    contents: { query: 'contents', at: ['lessonId'] },
  },
  User: {
    classes: { query: 'classes', at: ['filter', 'teacherId'] },
  },
};

/** Gives every edge a resolver: the query field's own, with the row's id. Call it after the query fields have theirs. */
export function addEdges(schema: GraphQLSchema): void {
  const queries = schema.getQueryType()?.getFields();
  for (const [name, fields] of Object.entries(edges)) {
    const type = schema.getType(name);
    for (const [fieldName, { query, at }] of Object.entries(fields)) {
      const field = isObjectType(type) ? type.getFields()[fieldName] : undefined;
      const resolve = queries?.[query]?.resolve;
      if (!field || !resolve) throw new Error(`The edge ${name}.${fieldName} is not in the schema.`);
      field.resolve = (row: Values, given: Values, context: Context, info) =>
        resolve(undefined, withId(argumentsOf(info) ?? given, at, row['id']), context, info);
    }
  }
}

/** Whether a document selects an edge. Its rows are read with the caller's own token. */
export function selectsEdge(schema: GraphQLSchema, document: DocumentNode): boolean {
  const types = new TypeInfo(schema);
  let isFound = false;
  const Field = ({ name }: FieldNode): void => {
    isFound ||= edges[types.getParentType()?.name ?? '']?.[name.value] !== undefined;
  };
  visit(document, visitWithTypeInfo(types, { Field }));
  return isFound;
}

function withId(given: Values, [argument, member]: Edge['at'], id: unknown): Values {
  if (member === undefined) return { ...given, [argument]: id };
  return { ...given, [argument]: { ...(given[argument] as Values | null | undefined), [member]: id } };
}
