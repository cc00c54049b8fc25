import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, test } from 'vitest';
import { openapiDocument } from '#api/app/docs/openapi.ts';
import { scopeOf } from '#schema/api-key-scopes.ts';
import { contract } from '#schema/rest/contract.ts';
import { problemStatuses } from '#schema/rest/problems.ts';
import { decodeQuery } from '#schema/rest/query-string.ts';

const document = openapiDocument();
const operations = contract.map((operation) => {
  const described = document.paths[operation.path]?.[operation.method.toLowerCase()];
  if (!described) throw new Error(`${operation.name} is not described`);
  return [operation.name, operation, described] as const;
});

describe('the OpenAPI document', () => {
  test('is right in the eyes of an independent validator, as OpenAPI 3.1', async () => {
    const validator = new Validator();
    const { valid, errors } = await validator.validate(JSON.parse(JSON.stringify(document)) as Record<string, unknown>);
    expect(errors ?? []).toEqual([]);
    expect(valid).toBe(true);
    expect(validator.version).toBe('3.1');
  });

  test('refers to nothing that it does not hold', () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(
      ([, reference = '']) => reference,
    );
    expect(references.length).toBeGreaterThan(100);
    for (const reference of new Set(references)) {
      const [, ...steps] = reference.split('/');
      let found: unknown = document;
      for (const step of steps) found = (found as Record<string, unknown>)[step];
      expect(found, reference).toBeTypeOf('object');
    }
  });

  test('describes each of the contract’s operations once, in a domain that is explained', () => {
    const ids = Object.values(document.paths).flatMap((path) => Object.values(path).map((one) => one.operationId));
    expect(ids.sort()).toEqual(contract.map(({ name }) => name).sort());
    for (const { name, description } of document.tags) expect(description, name).toMatch(/^[A-Z].+\.$/);
  });
});

describe.each(operations)('%s', (_, operation, described) => {
  test('says who may call it, what it answers and what may go wrong', () => {
    expect(described.summary).toMatch(/\S{3}/);
    expect(described.description).toMatch(/Access: .+\.$/);
    expect(described.description).toContain(
      operation.limits === undefined ? operation.summary : `Limits: ${operation.limits}.`,
    );
    const kinds = {
      anyone: [],
      staff: ['staffToken'],
      student: ['profileToken'],
      either: ['profileToken', 'staffToken'],
    };
    const wantedKinds = [...kinds[operation.access.kind]];
    if (wantedKinds.includes('staffToken') && scopeOf(operation) !== 'never') wantedKinds.push('apiKey');
    expect(described.security.flatMap(Object.keys)).toEqual(wantedKinds);
    const wanted = [operation.status ?? (operation.response ? 200 : 204), 500, ...problemStatuses(operation)];
    if (operation.access.kind !== 'anyone') wanted.push(401, 403);
    if (operation.form?.files) wanted.push(413, 415, 507);
    expect(Object.keys(described.responses)).toEqual(expect.arrayContaining(wanted.map(String)));
    expect(Boolean(described.requestBody)).toBe(Boolean(operation.body ?? operation.form));
  });

  test('has examples that the contract itself accepts', () => {
    const { params, query, body, form, response } = operation;
    const given = (place: string) =>
      described.parameters
        .filter((parameter) => parameter.in === place)
        .map(({ name, example }) => [name, example] as const);
    if (params) expect(params.safeParse(Object.fromEntries(given('path'))).error?.issues).toBeUndefined();
    if (query) {
      const search = new URLSearchParams(
        given('query').flatMap(([name, value]) => [value].flat().map((one) => [name, String(one)])),
      );
      expect(query.safeParse(decodeQuery(search, query)).error?.issues).toBeUndefined();
    }
    const [sent] = Object.values(described.requestBody?.content ?? {});
    const taken = body ?? form?.fields;
    if (taken) expect(taken.safeParse(sent?.example).error?.issues).toBeUndefined();
    if (response) {
      const [success] = Object.values(described.responses);
      const content = success && 'content' in success ? success.content : undefined;
      expect(response.safeParse(content?.['application/json']?.example).error?.issues).toBeUndefined();
    }
  });

  test('tells of each file what it may be and how large', () => {
    const form = described.requestBody?.content['multipart/form-data'];
    for (const [name, { optional }] of Object.entries(operation.form?.files ?? {})) {
      const part = form?.schema.properties?.[name];
      expect(part).toMatchObject({ type: 'string', format: 'binary' });
      expect(part?.description).toMatch(/At most [\d.]+ (MB|KB) \([\d,]+ bytes\)/);
      expect(form?.schema.required?.includes(name)).toBe(!optional);
    }
    if (operation.file === undefined) return;
    const [success] = Object.values(described.responses);
    const types = success && 'content' in success ? Object.keys(success.content ?? {}) : [];
    expect(types).toEqual([operation.file, 'application/json']);
  });
});
