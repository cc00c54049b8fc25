import { GraphQLError, GraphQLScalarType, Kind } from 'graphql';
import { GraphQLUpload } from 'graphql-upload-minimal';
import { date, dateTime } from '#schema/rest/values.ts';
import type { z } from 'zod';

/** A scalar whose values are text in one format, checked in requests and in answers. */
function textScalar(name: string, form: z.ZodType<string>): GraphQLScalarType<string, string> {
  const check = (value: unknown): string => {
    const parsed = form.safeParse(value);
    if (parsed.success) return parsed.data;
    throw new GraphQLError(`${name} cannot represent this value.`, {
      extensions: { messageKey: 'messages.invalidDate' },
    });
  };
  return new GraphQLScalarType({
    name,
    serialize: check,
    parseValue: check,
    parseLiteral: (node) => check(node.kind === Kind.STRING ? node.value : undefined),
  });
}

export const scalars = {
  Date: textScalar('Date', date),
  DateTime: textScalar('DateTime', dateTime),
  Upload: GraphQLUpload,
};
