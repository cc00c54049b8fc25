import { z } from 'zod';
import type { Operation } from '#schema/rest/operation.ts';

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query';
  readonly required: boolean;
  readonly description?: string;
  readonly schema: unknown;
}

/** The path's and the query's parameters, named letter for letter as they are sent. */
export function parametersOf({ params, query }: Operation): Parameter[] {
  const inPath = fieldsOf(params).map(([name, field]): Parameter => ({
    name,
    in: 'path',
    required: true,
    schema: schemaOf(field),
  }));
  return [...inPath, ...fieldsOf(query).flatMap(([name, field]) => queryParameters(name, field))];
}

const fieldsOf = (schema: z.ZodObject | undefined) => Object.entries<z.core.$ZodType>(schema?.shape ?? {});

function queryParameters(name: string, field: z.core.$ZodType): Parameter[] {
  const row = rowOf(field);
  if (!row) {
    const required = !z.safeParse(field, undefined).success;
    const repeats = schemaOf(field).type === 'array';
    return [
      {
        name,
        in: 'query',
        required,
        schema: schemaOf(field),
        ...(repeats && { description: `Any of these: repeat the name, \`${name}=0&${name}=1\`.` }),
      },
    ];
  }
  return fieldsOf(row).map(([part, type]) => ({
    name: `${name}[0].${part}`,
    in: 'query',
    required: false,
    description: `Counted from 0: further ones are \`${name}[1].${part}\`, \`${name}[2].${part}\` …, the first deciding first.`,
    schema: schemaOf(type),
  }));
}

// A list of objects, which is written as one parameter per index and field.
function rowOf(field: z.core.$ZodType): z.ZodObject | undefined {
  let inner: unknown = field;
  while (inner instanceof z.ZodDefault || inner instanceof z.ZodOptional) inner = inner.unwrap();
  return inner instanceof z.ZodArray && inner.element instanceof z.ZodObject ? inner.element : undefined;
}

// What comes out of a field, not what goes in: everything in a query is text before it is read.
function schemaOf(field: z.core.$ZodType): z.core.JSONSchema.BaseSchema {
  const { $schema: _dialect, ...described } = z.toJSONSchema(field, { io: 'output', unrepresentable: 'any' });
  return described;
}
