import { signalWithin } from '#web/shared/signal-within.ts';
import { createEventReader } from './read-events.ts';

/** The path that answers with the board's page, as JSON or as a stream. */
const boardPath = '/board-page';

/** The limit of every other request about the board, in milliseconds. It is shorter than the followers' silence. */
export const requestLimit = 10_000;

/** Milliseconds of silence after which a stream is dead: the gateway gives a sign of life every 15 seconds. */
const silence = 40_000;

/** The gateway's answer that the code opens nothing, or that the child is not in the class. */
export class BoardGone extends Error {}

/** Whether the gateway knows no board for the request; a proxy's 404 has another type. */
export const isBoardGone = ({ status, headers }: Response): boolean =>
  status === 404 && (headers.get('content-type') ?? '').startsWith('application/problem+json');

/** Asks for the board's page once. Without the limit, packets that the Wi-Fi drops would hold up the next request. */
export const askBoard = (headers: Readonly<Record<string, string>>, signal: AbortSignal): Promise<Response> =>
  fetch(boardPath, {
    headers: { ...headers, accept: 'application/json' },
    signal: signalWithin(requestLimit, signal),
    cache: 'no-store',
  });

interface Listening {
  readonly headers: Readonly<Record<string, string>>;
  readonly lastEventId: string;
  readonly signal: AbortSignal;
  /** Called when data arrives, which shows that no proxy buffers the stream. */
  readonly onOpen: () => void;
  readonly onEvent: (id: string, data: string) => void;
}

/**
 * Reads the stream until it ends, breaks off or falls silent. Resolves only if the server ended the stream; rejects with
 * `BoardGone` when the gateway knows no board for the child.
 */
export async function readStream({ headers, lastEventId, signal, onOpen, onEvent }: Listening): Promise<void> {
  const stop = new AbortController();
  const give = () => stop.abort();
  signal.addEventListener('abort', give);
  let dead = setTimeout(give, silence);
  try {
    const sent = { ...headers, accept: 'text/event-stream', ...(lastEventId && { 'last-event-id': lastEventId }) };
    const response = await fetch(boardPath, { headers: sent, signal: stop.signal, cache: 'no-store' });
    if (isBoardGone(response)) throw new BoardGone();
    if (!response.ok || !response.body) throw new Error(`The stream answered ${response.status}`);
    const reader = response.body.getReader();
    const decoder = new TextDecoder();
    const take = createEventReader(({ id, data }) => onEvent(id, data));
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      clearTimeout(dead);
      dead = setTimeout(give, silence);
      onOpen();
      take(decoder.decode(value, { stream: true }));
    }
  } finally {
    clearTimeout(dead);
    signal.removeEventListener('abort', give);
  }
}
