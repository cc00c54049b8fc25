import { z } from 'zod';
import { means } from '../rest/meanings.ts';
import { requiredText } from '../rest/values.ts';
import { isThisMachine } from '../settings/this-machine.ts';
import { webhookEvents } from '../webhook-events.ts';
import { urlOf } from './url-of.ts';

/** The address that messages are sent to: https, or http of this machine, without a name, a password or a fragment. */
function isReceiver(text: string): boolean {
  // An empty text has its own message.
  if (text.trim() === '') return true;
  const url = urlOf(text);
  if (!url) return false;
  const { protocol, username, password, hash } = url;
  if (username !== '' || password !== '' || hash !== '') return false;
  return protocol === 'https:' || (protocol === 'http:' && isThisMachine(text));
}

/** The fields of a webhook. */
export const webhookRules = z.object({
  name: requiredText(100, 'messages.webhookNameRequire'),
  url: means(
    requiredText(2000, 'messages.webhookUrlRequire').refine(isReceiver, { error: 'messages.webhookUrlInvalid' }),
    { text: 'webhookUrl' },
  ),
  /** The order does not matter, and duplicates count once. */
  events: z
    .array(z.enum(webhookEvents, { error: 'messages.invalidValue' }), { error: 'messages.webhookEventsRequire' })
    .min(1, { error: 'messages.webhookEventsRequire' })
    .max(100, { error: 'messages.invalidValue' })
    .transform((events) => webhookEvents.filter((known) => events.includes(known))),
});
export type WebhookValues = z.output<typeof webhookRules>;
