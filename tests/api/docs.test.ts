import request from 'supertest';
import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { mayCall } from '#schema/access.ts';
import { contract } from '#schema/rest/contract.ts';
import type { Operation } from '#schema/rest/operation.ts';
import { keptApi } from '#tests/support/kept-world.ts';
import { makePlace, type Place, tokenFor } from './samples/place.ts';
import { rightCall } from './samples/samples.ts';
import { send } from './school.ts';

const world = keptApi();
let place: Place;
let document: Described;
let page: string;

interface Described {
  readonly openapi: string;
  readonly paths: Record<string, Record<string, { responses: Record<string, Answer>; parameters: { name: string }[] }>>;
}
interface Answer {
  readonly content?: Record<string, { schema: z.core.JSONSchema.JSONSchema }>;
}

beforeAll(async () => {
  place = await makePlace(world);
  document = (await request(world.apiUrl).get('/api/openapi.json').expect(200)).body as Described;
  page = (
    await request(world.apiUrl)
      .get('/api/docs')
      .expect(200)
      .expect('content-type', /^text\/html/)
  ).text;
});

test('the document is served as OpenAPI 3.1, with parameters spelled as they are sent', () => {
  expect(document.openapi).toBe('3.1.0');
  expect(document.paths['/Class']?.get?.parameters.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['ClassStatus', 'SearchText', 'PageNumber', 'SortCriteria[0].field']),
  );
});

describe('the page', () => {
  test('shows every operation under a name of its own, and nothing twice', () => {
    for (const { name, path } of contract) {
      expect(page).toContain(`<article id="${name}">`);
      expect(page).toContain(`<code>${path}</code>`);
    }
    const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
    const anchors = [...page.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id);
    expect(anchors.filter((id) => !ids.includes(id))).toEqual([]);
  });

  test('runs nothing and fetches nothing from elsewhere', async () => {
    const { headers } = await request(world.apiUrl).get('/api/docs');
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    expect(page).not.toMatch(/<script|<style|\son\w+=|style="|(?:src|href)="(?:https?:)?\/\//);
    await request(world.apiUrl)
      .get('/api/docs.css')
      .expect(200)
      .expect('content-type', /^text\/css/);
  });
});

const reads = contract.filter(({ method, response, file }) => method === 'GET' && response && file === undefined);

describe('a live answer is what the document says', () => {
  test.each(reads.map((operation) => [operation.name, operation] as const))('%s', async (_, operation: Operation) => {
    const caller = mayCall('Nobody', operation.access)
      ? 'Nobody'
      : mayCall('Administrator', operation.access)
        ? 'Administrator'
        : 'Student';
    const sample = await rightCall(operation, place, caller);
    const sent = { token: await tokenFor(place, caller), ...sample };
    const answer = await send(world, operation, sent).expect(200);
    const described = document.paths[operation.path]?.get?.responses['200']?.content?.['application/json'];
    const { error } = z.fromJSONSchema(described?.schema ?? false).safeParse(answer.body);
    expect(error?.issues).toBeUndefined();
  });
});
