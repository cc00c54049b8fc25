import { isInputObjectType, isObjectType } from 'graphql';
import type { GraphQLSchema } from 'graphql';
import type { Place } from './place.ts';

const most = 40;

/** Types and fields whose names hold the text: root fields first, then types, then other fields. */
export function searchSchema(schema: GraphQLSchema, text: string): readonly Place[] {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return [];
  const roots: Place[] = [];
  const types: Place[] = [];
  const fields: Place[] = [];
  for (const type of Object.values(schema.getTypeMap())) {
    if (type.name.startsWith('__')) continue;
    const isRoot = type === schema.getQueryType() || type === schema.getMutationType();
    if (type.name.toLowerCase().includes(wanted)) types.push({ type: type.name });
    if (!isObjectType(type) && !isInputObjectType(type)) continue;
    for (const field of Object.keys(type.getFields())) {
      if (field.toLowerCase().includes(wanted)) (isRoot ? roots : fields).push({ type: type.name, field });
    }
  }
  return [...roots, ...types, ...fields].slice(0, most);
}
