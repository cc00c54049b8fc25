import type { GraphQLSchema } from 'graphql';
import { isEnumType } from 'graphql';
import { accessInWords } from '#schema/access.ts';
import type { ApiKeyScope } from '#schema/api-key-scopes.ts';
import { scopeOf } from '#schema/api-key-scopes.ts';
import { contract } from '#schema/rest/contract.ts';
import type { Operation } from '#schema/rest/operation.ts';
import { refusalOf } from '#gateway/refusals.ts';
import { enumerations } from './enumerations.ts';

const scopeNames = new Map<string, string>(
  Object.entries(enumerations.ApiKeyScope).map(([name, scope]) => [scope, name]),
);

/**
 * A root field's description: the SDL's first paragraph, then the callers, the scopes of API keys and the errors that
 * the operation declares, then the other paragraphs of the SDL.
 */
export function fieldManual(operation: Operation, written: string): string {
  const [what = '', ...listed] = written.split('\n\n');
  const declared = [whoMayCall(operation), whichKeys(operation), errorsOf(operation)].filter((line) => line !== '');
  return `${what}\n\n${[...declared, ...listed].join('\n')}`;
}

function whoMayCall({ access, whose }: Operation): string {
  return `- Who: ${accessInWords(access)}${whose === undefined ? '' : `: ${whose}`}.`;
}

function whichKeys(operation: Operation): string {
  const scope = scopeOf(operation);
  const name = scopeNames.get(scope);
  const keys = name === undefined ? (scope === 'none' ? 'any' : 'none') : `with ${name}`;
  return `- API keys: ${keys}.`;
}

function errorsOf({ problems = {} }: Operation): string {
  const errors = Object.entries(problems).map(
    ([status, meaning]) => `${refusalOf(Number(status))?.code ?? status} ${meaning}`,
  );
  return errors.length === 0 ? '' : `- Errors: ${errors.join('; ')}.`;
}

/** A scope's description: the fields that the scope opens, then the SDL's own text. */
function scopeManual(scope: ApiKeyScope, written: string): string {
  const fields = contract.filter((operation) => scopeOf(operation) === scope).map(({ name }) => `\`${name}\``);
  return `${fields.join(', ')}.${written === '' ? '' : ` ${written}`}`;
}

/** Adds what the contract declares to the descriptions of a schema. */
export function completeManual(schema: GraphQLSchema): void {
  for (const operation of contract) {
    const root = operation.method === 'GET' ? schema.getQueryType() : schema.getMutationType();
    const field = root?.getFields()[operation.name];
    if (field) field.description = fieldManual(operation, field.description ?? operation.summary);
  }
  const scopes = schema.getType('ApiKeyScope');
  if (!isEnumType(scopes)) return;
  for (const value of scopes.getValues()) {
    value.description = scopeManual(value.value as ApiKeyScope, value.description ?? '');
  }
}
