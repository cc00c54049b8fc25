import type { GraphQLField, GraphQLSchema } from 'graphql';
import { getNamedType, isEnumType, isObjectType } from 'graphql';
import { accessInWords } from '#schema/access.ts';
import type { ApiKeyScope } from '#schema/api-key-scopes.ts';
import { scopeOf } from '#schema/api-key-scopes.ts';
import { contract } from '#schema/rest/contract.ts';
import type { Operation } from '#schema/rest/operation.ts';
import { edges } from '#gateway/graph/edges.ts';
import { refusalOf } from '#gateway/refusals.ts';

/** The names in GraphQL of the scopes of API keys. */
type ScopeNames = ReadonlyMap<unknown, string>;

/**
 * A root field's description: what the operation does, its callers, the scopes of API keys, its errors and its limits,
 * all as the contract declares them, then the list that the SDL adds for GraphQL alone.
 */
function fieldManual(operation: Operation, field: GraphQLField<unknown, unknown>, scopeNames: ScopeNames): string {
  const what = answersTrue(field) ? `${operation.summary} Answers true.` : operation.summary;
  const listed = [
    whoMayCall(operation),
    whichKeys(operation, scopeNames),
    errorsOf(operation),
    limitsOf(operation),
    field.description ?? '',
  ].filter((line) => line !== '');
  return `${what}\n\n${listed.join('\n')}`;
}

/** Whether the field is a mutation that has nothing to answer: its operation answers 204. */
function answersTrue({ type }: GraphQLField<unknown, unknown>): boolean {
  return getNamedType(type).name === 'Boolean';
}

function whoMayCall({ access, whose }: Operation): string {
  return `- Who: ${accessInWords(access)}${whose === undefined ? '' : `: ${whose}`}.`;
}

function whichKeys(operation: Operation, scopeNames: ScopeNames): string {
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

function limitsOf({ limits }: Operation): string {
  return limits === undefined ? '' : `- Limits: ${limits}.`;
}

/** A scope's description: the fields that the scope opens, then the SDL's own text. */
function scopeManual(scope: ApiKeyScope, written: string): string {
  const fields = contract.filter((operation) => scopeOf(operation) === scope).map(({ name }) => `\`${name}\``);
  return `${fields.join(', ')}.${written === '' ? '' : ` ${written}`}`;
}

/** Adds the contract's declarations to the descriptions of a schema. */
export function completeManual(schema: GraphQLSchema): void {
  const type = schema.getType('ApiKeyScope');
  const scopes = isEnumType(type) ? type.getValues() : [];
  const scopeNames: ScopeNames = new Map(scopes.map(({ name, value }) => [value, name]));
  for (const operation of contract) {
    const root = operation.method === 'GET' ? schema.getQueryType() : schema.getMutationType();
    const field = root?.getFields()[operation.name];
    if (field) field.description = fieldManual(operation, field, scopeNames);
  }
  addEdgesToManual(schema, scopeNames);
  for (const value of scopes) {
    value.description = scopeManual(value.value as ApiKeyScope, value.description ?? '');
  }
}

/** An edge's description: the SDL's text, then the callers of the operation behind it. */
function addEdgesToManual(schema: GraphQLSchema, scopeNames: ScopeNames): void {
  for (const [name, fields] of Object.entries(edges)) {
    const type = schema.getType(name);
    for (const [fieldName, { query }] of Object.entries(fields)) {
      const field = isObjectType(type) ? type.getFields()[fieldName] : undefined;
      const operation = contract.find((each) => each.name === query);
      if (!field || !operation) continue;
      const who = [whoMayCall(operation), whichKeys(operation, scopeNames)];
      field.description = `${field.description ?? ''}\n\n${who.join('\n')}`;
    }
  }
}
