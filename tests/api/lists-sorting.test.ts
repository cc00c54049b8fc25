import { isNull } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { contents as pages } from '#api/ground/db/schema.ts';
import { contract } from '#schema/rest/contract.ts';
import { contents } from '#schema/rest/contents.ts';
import { textBookUnits } from '#schema/rest/lessons.ts';
import type { Operation } from '#schema/rest/operation.ts';
import { textBooks } from '#schema/rest/textbooks.ts';
import { dayFromNow } from '#tests/support/teaching.ts';
import { makeBrokenLink } from '#tests/support/broken-links.ts';
import { keptApi } from '#tests/support/kept-world.ts';
import { makeWebhook } from '#tests/support/webhooks.ts';
import { aClass, aProfile, makePlace, type Place, tokenFor } from './samples/place.ts';
import { rightCall } from './samples/samples.ts';
import { send, type Sent } from './school.ts';

const world = keptApi();
let place: Place;
let token: string | undefined;
beforeAll(async () => {
  place = await makePlace(world);
  token = await tokenFor(place, 'SuperAdmin');
});

const page = z.object({ items: z.array(z.looseObject({ id: z.string().optional() })) });
type Criteria = readonly { readonly field: string; readonly direction: 'asc' | 'desc' }[];

async function rows(list: Operation, { params, query }: Sent, SortCriteria: Criteria = []): Promise<string[]> {
  const sent = { token, params, query: { ...query, SortCriteria, PageSize: 100 } };
  const { items } = page.parse((await send(world, list, sent).expect(200)).body);
  return items.map((item) => item.id ?? JSON.stringify(item));
}

const idsOf = async (list: Operation, sent: Sent = {}) => rows(list, sent);

const lately = { query: { From: dayFromNow(-90), To: dayFromNow(1) } };

// From the demo school, whose lists are long enough, otherwise from the samples.
const askingFor: Readonly<Record<string, () => Promise<Sent>>> = {
  classes: () => Promise.resolve({}),
  users: () => Promise.resolve({}),
  textBooks: () => Promise.resolve({}),
  usageReport: () => Promise.resolve(lately),
  textBookUnits: async () => ({ query: { TextbookId: await longest(textBookUnits, await idsOf(textBooks)) } }),
  contents: async () => {
    const book = await longest(textBookUnits, await idsOf(textBooks));
    const units = await idsOf(textBookUnits, { query: { TextbookId: book } });
    return { query: { LessonId: await longest(contents, units) } };
  },
  // Children with one name, so that the name does not decide the order.
  classProfiles: async () => {
    const { id } = await aClass(place);
    for (let child = 0; child < 4; child += 1) await aProfile(place, id);
    return { params: { id } };
  },
  // Two that broke in one night, and two in another.
  brokenLinks: async () => {
    const { db } = world.services;
    const shown = await db.select({ id: pages.id }).from(pages).where(isNull(pages.deletedAt)).limit(4);
    for (const [index, { id }] of shown.entries()) {
      const night = new Date(`2026-06-0${1 + (index % 2)}T03:00:00Z`);
      await makeBrokenLink(db, { contentId: id, badSince: night, checkedAt: night });
    }
    return {};
  },
  webhooks: async () => {
    for (const name of ['Library', 'archive', 'library']) await makeWebhook(world.services, { name });
    return {};
  },
  apiKeys: async () => {
    for (const name of ['b', 'a', 'c'])
      await send(world, createKey, { token, body: { name, scopes: ['Class:read'] } }).expect(201);
    return {};
  },
};
const [createKey] = contract.filter(({ name }) => name === 'createApiKey') as [Operation];

/** The one of these parents that has the most rows. */
async function longest(list: Operation, parents: readonly string[]): Promise<string> {
  const asking = (id: string): Sent => ({ query: list === contents ? { LessonId: id } : { TextbookId: id } });
  const found = await Promise.all(parents.map(async (id) => ({ id, count: (await rows(list, asking(id))).length })));
  return found.sort((a, b) => b.count - a.count)[0]?.id ?? '';
}

const sorting = z.object({ properties: z.object({ SortCriteria: z.object({ items: z.looseObject({}) }) }) });
const fieldsIn = z.object({ properties: z.object({ field: z.object({ enum: z.array(z.string()) }) }) });

function sortFields({ query }: Operation): string[] {
  const described = sorting.safeParse(query && z.toJSONSchema(query, { io: 'input', unrepresentable: 'any' })).data;
  return described ? fieldsIn.parse(described.properties.SortCriteria.items).properties.field.enum : [];
}

const lists = contract
  // Two visitors may have equal values, so their order is undefined, and the fields of the audit log are one by two names;
  // other tests sort them.
  .filter(({ file, name }) => file === undefined && !['visitorReport', 'auditEntries'].includes(name))
  .map((list) => [list.name, list, sortFields(list)] as const)
  .filter(([, , fields]) => fields.length > 1);

test('there are many lists with more than one field to sort by', () => {
  expect(lists.length).toBeGreaterThanOrEqual(7);
});

test.each(lists)('%s is sorted by a second field where the first says nothing', async (name, list, fields) => {
  const sent = (await askingFor[name]?.()) ?? (await rightCall(list, place, 'SuperAdmin'));
  const by = async (...criteria: Criteria) => placesOf(await rows(list, sent, criteria));
  const orders = new Map<string, { asc: Places; desc: Places }>();
  for (const field of fields)
    orders.set(field, { asc: await by({ field, direction: 'asc' }), desc: await by({ field, direction: 'desc' }) });
  const all = [...(orders.get(fields[0] ?? '')?.asc.keys() ?? [])];
  const pairs = all.flatMap((a, index) => all.slice(index + 1).map((b) => [a, b] as const));
  expect(pairs.length).toBeGreaterThan(0);

  let decidedBySecond = 0;
  for (const [first, one] of orders)
    for (const [second, other] of orders) {
      if (first === second) continue;
      const up = await by({ field: first, direction: 'asc' }, { field: second, direction: 'asc' });
      const down = await by({ field: first, direction: 'asc' }, { field: second, direction: 'desc' });
      for (const [a, b] of pairs) {
        const order = [before(up, a, b), before(down, a, b)];
        const bySecond = [before(other.asc, a, b), before(other.desc, a, b)];
        if (order[0] !== order[1]) {
          expect(order, `${first}, ${second}`).toEqual(bySecond);
          decidedBySecond += 1;
        } else if (bySecond[0] !== bySecond[1])
          // Only a tie in the first field lets the second decide.
          expect(order[0], `${first}, ${second}`).toBe(before(one.asc, a, b));
      }
    }
  expect(decidedBySecond).toBeGreaterThan(0);
});

type Places = ReadonlyMap<string, number>;
const placesOf = (ids: readonly string[]): Places => new Map(ids.map((id, index) => [id, index]));
const before = (places: Places, a: string, b: string): boolean => (places.get(a) ?? 0) < (places.get(b) ?? 0);
