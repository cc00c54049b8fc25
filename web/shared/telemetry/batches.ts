import type { TelemetryEvent } from './report.ts';

/** The maximum of queued events (section 9); later ones are only counted. */
export const mostEvents = 10_000;

/** Events per batch: about a hundred kilobytes with their stacks. */
const batch = 250;

/** The maximum bytes that a browser sends while its page closes: 64 KiB minus a margin. */
const closingMaximum = 60_000;

interface BatchParts {
  /** Fields that are added to each event: time and page. */
  readonly circumstances: () => Readonly<Record<string, unknown>>;
  /** Sends a batch; false when it did not arrive. */
  readonly send: (body: string) => Promise<boolean>;
}

/** Sends events in batches, one after the other. Events that did not arrive are sent with the next batch. */
export function createBatches({ circumstances, send }: BatchParts) {
  let waiting: object[] = [];
  let dropped = 0;
  let sending = false;

  const bodyOf = (events: readonly object[]): string =>
    JSON.stringify({ service: 'manabook-web', sentAt: new Date().toISOString(), dropped, events });

  return {
    add(event: TelemetryEvent): void {
      if (waiting.length < mostEvents) waiting.push({ ...circumstances(), ...scrubbed(event) });
      else dropped += 1;
    },

    async flush(): Promise<void> {
      if (sending) return;
      sending = true;
      while (waiting.length > 0) {
        const events = waiting.slice(0, batch);
        const reported = dropped;
        if (!(await send(bodyOf(events)))) break;
        waiting = waiting.slice(events.length);
        dropped -= reported;
      }
      sending = false;
    },

    /** Sends as many of the oldest events as the browser accepts while the page closes. */
    flushLast(): void {
      if (sending || waiting.length === 0) return;
      let events = waiting.slice(0, batch);
      while (events.length > 1 && bodyOf(events).length > closingMaximum)
        events = events.slice(0, Math.floor(events.length / 2));
      waiting = waiting.slice(events.length);
      const body = bodyOf(events);
      dropped = 0;
      void send(body);
    },
  };
}

function scrubbed(event: TelemetryEvent): TelemetryEvent {
  if (event.type !== 'error') return event;
  return { ...event, message: scrub(event.message), stack: event.stack === undefined ? undefined : scrub(event.stack) };
}

/**
 * Removes secrets and personal data: email addresses, queries, fragments, and long runs of letters such as codes and
 * tokens. Names of our own files stay.
 */
export const scrub = (text: string): string =>
  text
    .replaceAll(/[^\s@]+@[^\s@]+/g, '…')
    .replaceAll(/[?#][^\s:)'"]*/g, '')
    .replaceAll(/[\w.-]{20,}/g, (run) => (/\.(?:js|css|tsx?)$/.test(run) ? run : '…'));
