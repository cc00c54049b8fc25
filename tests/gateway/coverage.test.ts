import { describe, expect, test } from 'vitest';
import { mostFiles } from '#gateway/uploads/multipart.ts';
import { contract } from '#schema/rest/contract.ts';
import type { Operation } from '#schema/rest/operation.ts';
import { operationFields, roots, sendRootField } from './root-fields.ts';
import { problem, startStandIn } from './stand-in.ts';
import { startGateway } from './start-gateway.ts';

// The gateway itself asks it, before operations that a caller wrote: tests/gateway tests that it does.
const withoutField = ['admission'];

const fileCount = ({ form }: Operation): number => Object.keys(form?.files ?? {}).length;
const template = ({ path }: Operation) => new RegExp(`^/api${path.replace(/\{\w+\}/g, '[^/?]+')}(\\?|$)`);

describe('every operation of the contract', () => {
  test('has a GraphQL field of the same name, a query for a GET and a mutation for the rest', () => {
    const missing = contract.filter(
      ({ name, method }) => !roots[method === 'GET' ? 'query' : 'mutation']?.getFields()[name],
    );
    expect(missing.map((operation) => operation.name)).toEqual(withoutField);
  });

  test('takes no more files than a request may bring', () => {
    expect(Math.max(...contract.map(fileCount))).toBeLessThanOrEqual(mostFiles);
  });

  test('has a name and a method with a path of its own', () => {
    expect(new Set(contract.map((operation) => operation.name)).size).toBe(contract.length);
    expect(new Set(contract.map(({ method, path }) => `${method} ${path}`)).size).toBe(contract.length);
  });
});

test('every root field calls the operation it is named after, once', async () => {
  const api = await startStandIn((_, response) => problem(response, 404));
  const gateway = await startGateway(api);
  for (const rootField of operationFields) {
    const { field } = rootField;
    const operation = contract.find(({ name }) => name === field.name);
    const before = api.calls.length;
    await sendRootField(gateway.url, rootField).expect(200);
    const made = api.calls.slice(before);
    expect(
      made.map((each) => each.method),
      field.name,
    ).toEqual([operation?.method]);
    expect(made[0]?.path, field.name).toMatch(operation ? template(operation) : 'an operation of this name');
  }
});
