/** The kinds of rows whose changes feeds and webhooks report. */
export const changingKinds = ['class', 'content', 'textbook', 'unit', 'user'] as const;
export type ChangingKind = (typeof changingKinds)[number];

/** The kinds of changes of a row. A row that is restored from the trash is updated. */
export const rowChanges = ['created', 'updated', 'deleted'] as const;
export type RowChange = (typeof rowChanges)[number];

export type WebhookEvent = `${ChangingKind}.${RowChange}`;

/** The events that a webhook can get: each change of each kind of row, such as `class.created`. */
export const webhookEvents: readonly WebhookEvent[] = changingKinds.flatMap((kind) =>
  rowChanges.map((change): WebhookEvent => `${kind}.${change}`),
);

/** The kinds of rows that events are about. */
export const kindsOf = (events: readonly WebhookEvent[]): readonly ChangingKind[] =>
  changingKinds.filter((kind) => events.some((event) => event.startsWith(`${kind}.`)));
