import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { webhooks } from '#api/ground/db/schema.ts';
import { graphql } from '#tests/support/people.ts';
import { freePort } from '#tests/support/ports.ts';
import { ownWorld } from '#tests/support/world.ts';
import { type Block, blocksOf, hasCurl, makeWorkplace, type Workplace } from './example-blocks.ts';

// The receiver runs on this machine, and jobs send to it.
const world = ownWorld({ gateway: { freeOperations: 'staff' }, api: { localWebhooks: true } });
const made = z.object({
  data: z.object({ createWebhook: z.object({ secret: z.string(), webhook: z.object({ id: z.string() }) }) }),
});
const signedIn = z.object({ data: z.object({ login: z.object({ accessToken: z.string() }) }) });

let place: Workplace;
let blocks: Block[];

beforeAll(async () => {
  place = await makeWorkplace(world.url, (await hasCurl()) ? 'curl' : 'plain-curl');
  blocks = await blocksOf(world.url);
});
afterAll(async () => {
  await rm(place.folder, { recursive: true, force: true });
});

const textOf = (wanted: string) => blocks.find(({ title }) => title === wanted)?.text ?? '';

/** The receiver of the page, as a process of its own; what it prints comes line by line. */
async function startReceiver(secret: string) {
  await writeFile(join(place.folder, 'receiver.ts'), textOf('receiver.ts'));
  const port = await freePort();
  const env = { ...process.env, PORT: String(port), WEBHOOK_SECRET: secret };
  const child = spawn(process.execPath, ['--import', 'tsx', 'receiver.ts'], { cwd: place.folder, env });
  onTestFinished(async () => {
    child.kill();
    await once(child, 'exit');
  });
  const printed: string[] = [];
  createInterface(child.stdout).on('line', (line) => printed.push(line.trim()));
  await expect.poll(() => printed, { timeout: 60_000 }).toEqual(['ready']);
  return { url: `http://127.0.0.1:${port}/manabook`, printed };
}

test('the receiver takes messages that Manabook has signed, each once, and no others', async () => {
  await place.shell(`${textOf('Sign in')}\n${textOf('Make a webhook')}`);
  const { secret, webhook } = made.parse(await place.json('webhook.json')).data.createWebhook;
  const { url, printed } = await startReceiver(secret);
  const { db } = world.services;
  await db.update(webhooks).set({ url }).where(eq(webhooks.id, webhook.id));
  const { accessToken } = signedIn.parse(await place.json('signed-in.json')).data.login;
  const send = (mutation: string) => graphql(world, mutation, {}, { authorization: `Bearer ${accessToken}` });

  const { data } = await send(`mutation { pingWebhook(id: "${webhook.id}") { id } }`);
  await expect.poll(() => printed).toEqual(['ready', 'ping']);
  const { id } = z.object({ pingWebhook: z.object({ id: z.string() }) }).parse(data).pingWebhook;
  const log = `query { webhookDeliveries(webhookId: "${webhook.id}") { items { state attempts status } } }`;
  const delivered = { webhookDeliveries: { items: [{ state: 'DELIVERED', attempts: 1, status: 204 }] } };
  await expect.poll(async () => (await send(log)).data).toEqual(delivered);
  await send(`mutation { replayWebhookDelivery(webhookId: "${webhook.id}", deliveryId: "${id}") { id } }`);
  await expect.poll(async () => (await send(log)).data).toEqual(delivered);
  expect(printed).toEqual(['ready', 'ping']);

  const forged = await fetch(url, {
    method: 'POST',
    headers: {
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(Date.now() / 1000)),
      'webhook-signature': 'v1,AAAA',
    },
    body: JSON.stringify({ id: 'forged', type: 'class.deleted', data: {} }),
  });
  expect(forged.status).toBe(401);
  expect(printed).toEqual(['ready', 'ping']);
});
