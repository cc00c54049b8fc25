import { expect, test } from 'vitest';
import { keptWorld } from '#tests/support/kept-world.ts';
import { graphql, signIn } from '#tests/support/people.ts';
import { makeDelivery, makeWebhook } from '#tests/support/webhooks.ts';
import { json, startStandIn } from './stand-in.ts';
import { startGateway } from './start-gateway.ts';

const world = keptWorld();

test('the log names the event of a message by its enumeration, and none for a ping', async () => {
  const { accessToken } = await signIn(world, 'Administrator');
  const { db } = world.services;
  const { id } = await makeWebhook(world.services);
  for (const type of ['textbook.deleted', 'ping']) await makeDelivery(db, { webhookId: id, type });
  const query = 'query ($id: ID!) { webhookDeliveries(webhookId: $id) { items { type event } } }';
  const { data, errors } = await graphql<object>(world, query, { id }, { authorization: `Bearer ${accessToken}` });
  expect(errors).toBeUndefined();
  expect(data).toEqual({
    webhookDeliveries: {
      items: expect.arrayContaining([
        { type: 'textbook.deleted', event: 'TEXTBOOK_DELETED' },
        { type: 'ping', event: null },
      ]) as object[],
    },
  });
});

test('an API of the release before, which names no event, leaves it empty', async () => {
  const row = { id: '019a0000-0000-7000-8000-000000000001', type: 'class.created', state: 'failed' };
  const page = { items: [row], pageNumber: 1, pageSize: 20, totalCount: 1 };
  const gateway = await startGateway(await startStandIn((_, response) => json(response, page)));
  const query = `{ webhookDeliveries(webhookId: "${row.id}") { items { id type event state } totalCount } }`;
  const answer = await gateway.graphql(query).expect(200);
  expect(answer.body).toMatchObject({
    data: { webhookDeliveries: { items: [{ ...row, state: 'FAILED', event: null }], totalCount: 1 } },
  });
});
