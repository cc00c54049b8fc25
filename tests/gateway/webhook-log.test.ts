import { expect, test } from 'vitest';
import { keptWorld } from '#tests/support/kept-world.ts';
import { graphql, signIn } from '#tests/support/people.ts';
import { makeDelivery, makeWebhook } from '#tests/support/webhooks.ts';

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
