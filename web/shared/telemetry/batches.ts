import type { TelemetryEvent } from './report.ts';

/** Events that wait at most (section 9); of more, the later ones are only counted. */
export const mostEvents = 10_000;

/** Events in one batch: some hundred kilobytes with their stacks. */
const batch = 250;

/** What a browser sends while its page closes: 64 KiB, less some room. */
const closingMaximum = 60_000;

interface BatchParts {
  /** What stands beside each event: when and on which page. */
  readonly circumstances: () => Readonly<Record<string, unknown>>;
  /** False when it did not arrive. */
  readonly send: (body: string) => Promise<boolean>;
}

/** Gathers events and sends them together, one batch after the other; what did not arrive waits for the next time. */
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
        const told = dropped;
        if (!(await send(bodyOf(events)))) break;
        waiting = waiting.slice(events.length);
        dropped -= told;
      }
      sending = false;
    },

    /** The page closes: as many of the first as the browser still sends. */
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
 * A text without whatever could open or name something: e-mail addresses, queries, fragments, and long runs of letters, as
 * codes and tokens are. Names of our own files stay.
 */
export const scrub = (text: string): string =>
  text
    .replaceAll(/[^\s@]+@[^\s@]+/g, '…')
    .replaceAll(/[?#][^\s:)'"]*/g, '')
    .replaceAll(/[\w.-]{20,}/g, (run) => (/\.(?:js|css|tsx?)$/.test(run) ? run : '…'));
