import { z } from 'zod';
import { staffWith } from '../access.ts';
import { webhookRules } from '../rules/webhooks.ts';
import { webhookEvents } from '../webhook-events.ts';
import { edited } from './editing.ts';
import { operation } from './operation.ts';
import { pageOf, paging } from './paging.ts';
import { changedMeanwhile, notFound, rulesOfInput } from './problems.ts';
import { staffMember } from './users.ts';
import { dateTime, id, idOf, versionOf } from './values.ts';

/** The maximum of webhooks of an installation. */
export const mostWebhooks = 20;

/** Whether messages are sent: `off` by hand, `gone` after an answer 410, `failing` after days without a success. */
export const webhookStates = ['active', 'off', 'gone', 'failing'] as const;
export type WebhookState = (typeof webhookStates)[number];

/** An address of another system that gets messages about changes. Only the answer to its creation shows its secret. */
export const webhookDetail = z.object({
  id: idOf('webhook'),
  name: z.string(),
  url: z.string(),
  events: z.array(z.enum(webhookEvents)),
  state: z.enum(webhookStates),
  /** The first failure since the last success; null when the last message arrived. */
  failingSince: dateTime.nullable(),
  /** Messages of the log that wait for a try. */
  waitingCount: z.int(),
  /** The failed messages of the log about changes, which are not tried again. */
  failedCount: z.int(),
  /** The time until which the previous secret signs too; null without a previous secret. */
  oldSecretEndsAt: dateTime.nullable(),
  /** Null when the creator's account is deleted for good. */
  createdBy: staffMember.nullable(),
  ...edited,
});
export type WebhookDetail = z.output<typeof webhookDetail>;

/** A webhook with its new secret, `whsec_…`, which is in no other answer. */
const withSecret = z.object({ secret: z.string(), webhook: webhookDetail });

export const deliveryStates = ['waiting', 'delivered', 'failed'] as const;
export type DeliveryState = (typeof deliveryStates)[number];

/**
 * Why a try failed: the answer's status, a redirect (never followed), no answer in time, no connection, an address that is
 * not public, or a secret that cannot be read any more.
 */
export const deliveryProblems = ['status', 'redirect', 'timeout', 'connection', 'address', 'secret'] as const;
export type DeliveryProblem = (typeof deliveryProblems)[number];

/** A message to a webhook, and its last try. */
export const webhookDelivery = z.object({
  /** The header `webhook-id`: the same for every try. */
  id: idOf('webhookDelivery'),
  /** An event, or `ping`. */
  type: z.string(),
  /** The event; null for a ping. */
  event: z.enum(webhookEvents).nullable(),
  /** The changed row; null for a ping. */
  rowId: id.nullable(),
  createdAt: dateTime,
  /** When the row changed. */
  occurredAt: dateTime,
  state: z.enum(deliveryStates),
  attempts: z.int(),
  lastTryAt: dateTime.nullable(),
  /** Null when there is no further try. */
  nextTryAt: dateTime.nullable(),
  /** The HTTP status of the last answer. */
  status: z.int().nullable(),
  durationMs: z.int().nullable(),
  problem: z.enum(deliveryProblems).nullable(),
  /** The first 500 characters of the last answer. */
  answer: z.string().nullable(),
});
export type WebhookDelivery = z.output<typeof webhookDelivery>;

/** For how many days messages stay in the log; one that waits for a try stays longer. */
export const deliveryDays = 30;

export const webhookSortFields = ['name', 'createdAt'] as const;
export type WebhookSortField = (typeof webhookSortFields)[number];

const access = staffWith('All:All');
const params = z.object({ id: idOf('webhook') });
const { PageNumber, PageSize } = paging(['id']);
const urlLocal =
  '`messages.webhookUrlLocal` on `url` for this machine or a private network, unless the operator allows those';

export const webhooks = operation({
  name: 'webhooks',
  method: 'GET',
  path: '/Webhook',
  summary: 'The webhooks of everybody, by name unless sorted, never with a secret.',
  limits: '100 rows to a page',
  access,
  query: z.object(paging(webhookSortFields)),
  response: pageOf(webhookDetail),
});

export const webhookById = operation({
  name: 'webhook',
  method: 'GET',
  path: '/Webhook/{id}',
  summary: 'One webhook, without its secret.',
  access,
  params,
  response: webhookDetail,
  problems: { 404: notFound },
});

export const createWebhook = operation({
  name: 'createWebhook',
  method: 'POST',
  path: '/Webhook',
  summary:
    'Makes a webhook, which is told of the changes from now on. `secret` is in this answer and nowhere else: it signs messages by the Standard Webhooks specification. Sent twice, it makes two.',
  limits: '20 webhooks',
  access,
  body: webhookRules,
  response: withSecret,
  status: 201,
  problems: {
    400: `${rulesOfInput}; ${urlLocal}`,
    409: '`messages.tooManyWebhooks` for more than 20',
  },
});

export const updateWebhook = operation({
  name: 'updateWebhook',
  method: 'PUT',
  path: '/Webhook/{id}',
  summary: 'Replaces name, address and events of a webhook. An event that is added is told from now on.',
  access,
  params,
  body: webhookRules.extend({ version: versionOf('webhook') }),
  response: webhookDetail,
  problems: { 400: `${rulesOfInput}; ${urlLocal}`, 404: notFound, 409: changedMeanwhile },
});

export const setWebhookActive = operation({
  name: 'setWebhookActive',
  method: 'POST',
  path: '/Webhook/{id}/active',
  summary:
    'Switches a webhook off or on again. Switched on, it is told of what changed meanwhile too, and gets the messages that waited.',
  access,
  params,
  body: z.object({ active: z.boolean({ error: 'messages.invalidValue' }) }),
  response: webhookDetail,
  problems: { 404: notFound },
});

export const rotateWebhookSecret = operation({
  name: 'rotateWebhookSecret',
  method: 'POST',
  path: '/Webhook/{id}/secret',
  summary:
    'Makes a new secret, which is in this answer and nowhere else. For a day, messages carry a signature with the one before too, so that the receiver can change over.',
  access,
  params,
  response: withSecret,
  problems: { 404: notFound },
});

export const deleteWebhook = operation({
  name: 'deleteWebhook',
  method: 'DELETE',
  path: '/Webhook/{id}',
  summary: 'Removes a webhook with its log, for good.',
  access,
  params,
  problems: { 404: notFound },
});

export const pingWebhook = operation({
  name: 'pingWebhook',
  method: 'POST',
  path: '/Webhook/{id}/ping',
  summary:
    'Sends a test message of the type `ping`, once, also to a webhook that is switched off. What became of it is in `webhookDeliveries`.',
  access,
  params,
  response: webhookDelivery,
  status: 202,
  problems: { 404: notFound },
});

export const webhookDeliveries = operation({
  name: 'webhookDeliveries',
  method: 'GET',
  path: '/Webhook/{id}/delivery',
  summary: 'The log of a webhook: the messages of the last 30 days and those that wait for a try, the newest first.',
  limits: '100 rows to a page',
  access,
  params,
  query: z.object({ State: z.array(z.enum(deliveryStates)).default([]), PageNumber, PageSize }),
  response: pageOf(webhookDelivery),
  problems: { 404: notFound },
  names: { id: 'webhookId' },
});

export const replayWebhookDelivery = operation({
  name: 'replayWebhookDelivery',
  method: 'POST',
  path: '/Webhook/{id}/delivery/{deliveryId}/replay',
  summary: 'Sends a message of the log again, with the same id and all of its tries.',
  access,
  params: z.object({ id: idOf('webhook'), deliveryId: idOf('webhookDelivery') }),
  response: webhookDelivery,
  status: 202,
  problems: { 404: notFound },
  names: { id: 'webhookId' },
});

export const replayFailedDeliveries = operation({
  name: 'replayFailedDeliveries',
  method: 'POST',
  path: '/Webhook/{id}/replay',
  summary:
    'Sends again, with their ids, the messages about changes whose tries are over and whose change was at `since` or later.',
  access,
  params,
  body: z.object({ since: dateTime }),
  response: z.object({ count: z.int() }),
  status: 202,
  problems: { 404: notFound },
  names: { id: 'webhookId' },
});
