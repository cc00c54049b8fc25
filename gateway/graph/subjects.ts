import type { GraphQLSchema } from 'graphql';
import { isObjectType } from 'graphql';
import type { Row } from './entities.ts';

/**
 * The field with the entity that a row is about, by the type of the row: a content with its views, for example. /api
 * answers the entity's facts in the row itself.
 */
export const subjects: Readonly<Record<string, string>> = {
  FinishedContent: 'content',
  MapContent: 'content',
  StudentContentUse: 'content',
  StudentRecording: 'content',
  UsedContent: 'content',
};

/** The value of a field of a row: /api's value, or the row itself for the entity that the row is about. */
export const valueIn = (row: Row, type: string, name: string): unknown =>
  subjects[type] === name ? (row[name] ?? row) : row[name];

/** Gives the subjects their resolver. */
export function addSubjects(schema: GraphQLSchema): void {
  for (const [typeName, name] of Object.entries(subjects)) {
    const type = schema.getType(typeName);
    const field = isObjectType(type) ? type.getFields()[name] : undefined;
    if (!field) throw new Error(`The field ${typeName}.${name} is not in the schema.`);
    field.resolve = (row: Row) => valueIn(row, typeName, name);
  }
}
