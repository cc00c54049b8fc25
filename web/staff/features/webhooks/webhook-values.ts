import type { WebhookEvent } from '#schema/webhook-events.ts';
import { webhookRules } from '#schema/rules/webhooks.ts';
import type { WebhookDetailFragment } from '#web/staff/operations.generated.ts';
import { eventsOf, graphQlEvent } from './webhook-words.ts';

export interface WebhookFormValues {
  readonly name: string;
  readonly url: string;
  readonly events: readonly WebhookEvent[];
}

export const webhookFormRules = webhookRules;

export const newWebhookValues: WebhookFormValues = { name: '', url: '', events: [] };

export const valuesOf = ({ name, url, events }: WebhookDetailFragment): WebhookFormValues => ({
  name,
  url,
  events: eventsOf(events),
});

export const inputOf = ({ name, url, events }: WebhookFormValues) => ({
  name: name.trim(),
  url: url.trim(),
  events: events.map(graphQlEvent),
});
