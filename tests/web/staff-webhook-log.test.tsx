import '#tests/support/dom.ts';
import { expect, test } from 'vitest';
import { keptWorld } from '#tests/support/kept-world.ts';
import { renderRoute } from '#tests/support/render-route.tsx';
import { makeDelivery, makeWebhook } from '#tests/support/webhooks.ts';

const world = keptWorld();

test('refreshing a webhook’s log also refreshes what can be sent again', async () => {
  const { id } = await makeWebhook(world.services);
  const { screen, user } = await renderRoute({ world, path: `/webhooks/${id}`, role: 'Administrator' });
  const refresh = await screen.findByRole('button', { name: 'Refresh' });
  expect(screen.queryByRole('button', { name: 'Resend all failed' })).toBeNull();
  await makeDelivery(world.services.db, { webhookId: id });
  await user.click(refresh);
  await screen.findByRole('row', { name: /Failed/ });
  await screen.findByRole('button', { name: 'Resend all failed' });
});
