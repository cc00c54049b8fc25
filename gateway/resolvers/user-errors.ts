import { GraphQLError } from 'graphql';
import type { GraphQLSchema } from 'graphql';
import type { Language } from '#schema/languages.ts';
import type { Context } from '#gateway/context.ts';
import { userErrorCodes } from '#gateway/refusals.ts';
import type { ReadMessage } from './messages.ts';

/** The mutation field with the errors of the mutations before it. No operation of /api is behind it. */
export const userErrorsField = 'userErrors';

/** The reason for a mutation's refusal, in the shape of GraphQL's type `UserError`. */
interface UserError {
  readonly mutation: string;
  readonly code: string;
  readonly field: readonly string[] | null;
  readonly messageKey: string;
  readonly message: string;
  readonly existingId: string | null;
}

/** Gives the field its resolver. Mutations run one after the other, so those before it have ended. */
export function addUserErrors(schema: GraphQLSchema, messageIn: ReadMessage): void {
  const field = schema.getMutationType()?.getFields()[userErrorsField];
  if (!field) throw new Error(`The mutation ${userErrorsField} is not in the schema.`);
  field.resolve = async (_: unknown, given: { readonly language?: Language | null }, context: Context) => {
    const language = given.language ?? context.language();
    const earlierMutations = [...context.resolved];
    const errorLists = earlierMutations.map(async ([mutation, value]) => {
      const error: unknown = await value.then(() => undefined, theError);
      return error instanceof GraphQLError ? userErrorsOf(error, String(mutation), messageIn(language)) : [];
    });
    return (await Promise.all(errorLists)).flat();
  };
}

const theError = (error: unknown): unknown => error;

/** The rows of one refusal: one for each message of each field, or one that concerns no field. */
function userErrorsOf(error: GraphQLError, mutation: string, translate: ReturnType<ReadMessage>): UserError[] {
  const { code, messageKey: key, messageValues, detail, fields, existingId } = error.extensions;
  if (typeof code !== 'string' || !userErrorCodes.includes(code)) return [];
  const row = (field: readonly string[] | null, messageKey: string): UserError => ({
    ...{ mutation, code, field, messageKey, message: translate(messageKey, textsIn(messageValues)) ?? error.message },
    existingId: typeof existingId === 'string' ? existingId : null,
  });
  const rows = Object.entries(listsIn(fields)).flatMap(([path, keys]) => keys.map((each) => row(pathOf(path), each)));
  if (rows.length > 0) return rows;
  const whole = row(null, typeof key === 'string' ? key : 'messages.badRequest');
  return [typeof detail === 'string' ? { ...whole, message: detail } : whole];
}

const pathOf = (path: string): string[] | null => (path === '' ? null : path.split('.'));

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

function textsIn(values: unknown): Record<string, string> {
  const entries = Object.entries(isObject(values) ? values : {});
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
}

function listsIn(fields: unknown): Record<string, string[]> {
  const entries = Object.entries(isObject(fields) ? fields : {});
  return Object.fromEntries(
    entries.map(([path, keys]) => [path, Array.isArray(keys) ? keys.filter((key) => typeof key === 'string') : []]),
  );
}
