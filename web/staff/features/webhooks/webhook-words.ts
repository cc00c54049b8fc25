import type {
  WebhookDeliveryProblem,
  WebhookDeliveryState,
  WebhookEvent as GraphQlEvent,
  WebhookState,
} from '#web/staff/operations.generated.ts';
import { type ChangingKind, rowChanges, type WebhookEvent } from '#schema/webhook-events.ts';

type Tone = 'good' | 'waiting' | 'quiet';

/** The key of each state in `webhooks`, and its colour. */
export const stateWords = {
  ACTIVE: { word: 'stateActive', tone: 'good' },
  OFF: { word: 'stateOff', tone: 'quiet' },
  GONE: { word: 'stateGone', tone: 'waiting' },
  FAILING: { word: 'stateFailing', tone: 'waiting' },
} as const satisfies Record<WebhookState, { word: string; tone: Tone }>;

export const deliveryWords = {
  WAITING: { word: 'deliveryWaiting', tone: 'waiting' },
  DELIVERED: { word: 'deliveryDelivered', tone: 'good' },
  FAILED: { word: 'deliveryFailed', tone: 'quiet' },
} as const satisfies Record<WebhookDeliveryState, { word: string; tone: Tone }>;

export const problemWords = {
  STATUS: 'problemStatus',
  REDIRECT: 'problemRedirect',
  TIMEOUT: 'problemTimeout',
  CONNECTION: 'problemConnection',
  ADDRESS: 'problemAddress',
  SECRET: 'problemSecret',
} as const satisfies Record<WebhookDeliveryProblem, string>;

/** The kinds of rows that a webhook can report, in the order of the form. */
export const kindWords = [
  { kind: 'class', word: 'kindClass' },
  { kind: 'user', word: 'kindUser' },
  { kind: 'textbook', word: 'kindTextbook' },
  { kind: 'unit', word: 'kindUnit' },
  { kind: 'content', word: 'kindContent' },
] as const satisfies readonly { kind: ChangingKind; word: string }[];

export const changeWords = { created: 'created', updated: 'updated', deleted: 'deleted' } as const;

/** An event as GraphQL spells it. */
export const graphQlEvent = (event: WebhookEvent) => event.replace('.', '_').toUpperCase() as GraphQlEvent;

/** Events as the form and messages spell them. */
export const eventsOf = (events: readonly GraphQlEvent[]): WebhookEvent[] =>
  kindWords.flatMap(({ kind }) =>
    rowChanges
      .map((change): WebhookEvent => `${kind}.${change}`)
      .filter((event) => events.includes(graphQlEvent(event))),
  );
