import { z } from 'zod';
import type { Operation } from '#schema/rest/operation.ts';
import { exampleOf } from './examples.ts';
import { type JsonSchema, jsonSchema } from './json-schema.ts';
import { tagOf } from './tags.ts';

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query';
  readonly required: boolean;
  readonly description?: string;
  readonly schema: JsonSchema;
  readonly example?: unknown;
}

/** The parameters of path and query, by their exact names. */
export function parametersOf(operation: Operation): Parameter[] {
  const owner = tagOf(operation);
  const inPath = fieldsOf(operation.params).map(([name, field]): Parameter => {
    const schema = jsonSchema(field, 'output');
    return { name, in: 'path', required: true, schema, example: exampleOf(schema, { name, owner }) };
  });
  return [...inPath, ...fieldsOf(operation.query).flatMap(([name, field]) => queryParameters(name, field, owner))];
}

const fieldsOf = (schema: z.ZodObject | undefined) => Object.entries<z.core.$ZodType>(schema?.shape ?? {});

// The type after parsing, since everything in a query is text before.
function queryParameters(name: string, field: z.core.$ZodType, owner: string): Parameter[] {
  const row = rowOf(field);
  const schema = jsonSchema(field, 'output');
  if (!row) {
    const required = !z.safeParse(field, undefined).success;
    const repeats = schema.type === 'array' && {
      description: `Any of these: repeat the name, \`${name}=0&${name}=1\`.`,
    };
    return [{ name, in: 'query', required, schema, ...repeats, example: exampleOf(schema, { name, owner }) }];
  }
  return fieldsOf(row).map(([part, type]) => {
    const partSchema = jsonSchema(type, 'output');
    return {
      name: `${name}[0].${part}`,
      in: 'query',
      required: false,
      description: `Counted from 0: further ones are \`${name}[1].${part}\`, \`${name}[2].${part}\` …, the first deciding first.`,
      schema: partSchema,
      example: exampleOf(partSchema, { name: part, owner }),
    };
  });
}

// Lists of objects have one parameter per index and field.
function rowOf(field: z.core.$ZodType): z.ZodObject | undefined {
  let inner: unknown = field;
  while (inner instanceof z.ZodDefault || inner instanceof z.ZodOptional) inner = inner.unwrap();
  return inner instanceof z.ZodArray && inner.element instanceof z.ZodObject ? inner.element : undefined;
}
