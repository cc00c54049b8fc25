import { randomUUID } from 'node:crypto';

export interface Load {
  /** Requests of each kind that failed since the last call. */
  failures(): readonly string[];
  /** Requests that were answered so far. */
  readonly answered: number;
  /** Ends each client after its request; page views that failed are sent again, as browsers do. */
  stop(): Promise<readonly PageView[]>;
  /** Ends each client after its request, and sends nothing again. */
  abandon(): Promise<void>;
}

export interface PageView {
  readonly eventId: string;
  readonly duration: number;
}

export interface LoadOptions {
  readonly url: string;
  readonly token: string;
  readonly clients: number;
}

const reading = '{ allClasses { id className } }';
const counting = 'mutation ($input: RecordPageViewInput!) { recordPageView(input: $input) }';

/** Asks one operation; throws what went wrong. */
export async function ask(url: string, query: string, variables: object = {}, token?: string): Promise<unknown> {
  const answer = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
    body: JSON.stringify({ query, variables }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${answer.status} ${text.slice(0, 80)}`);
  const { data, errors } = JSON.parse(text) as { data?: unknown; errors?: unknown };
  if (errors) throw new Error(JSON.stringify(errors).slice(0, 160));
  return data;
}

/** Clients that each read with a session and record page views, one request after the other. */
export function startLoad({ url, token, clients }: LoadOptions): Load {
  let stopped = false;
  let abandoned = false;
  let failed: string[] = [];
  let answered = 0;
  const views: PageView[] = [];

  const attempt = async (query: string, variables?: object): Promise<boolean> => {
    try {
      await ask(url, query, variables, token);
      answered += 1;
      return true;
    } catch (error) {
      failed.push(error instanceof Error ? error.message : String(error));
      return false;
    }
  };
  const client = async (): Promise<void> => {
    const waiting: PageView[] = [];
    while (!abandoned && (!stopped || waiting.length > 0)) {
      if (!stopped) {
        await attempt(reading);
        const view = { eventId: randomUUID(), duration: 1_000 + (views.length % 1_000) };
        views.push(view);
        waiting.push(view);
      }
      const [next] = waiting;
      const input = { ...next, name: 'Unit list', pageUrl: '/student/unit-list' };
      if (next && (await attempt(counting, { input }))) waiting.shift();
    }
  };
  const running = Array.from({ length: clients }, client);
  return {
    failures() {
      const found = failed;
      failed = [];
      return found;
    },
    get answered() {
      return answered;
    },
    async stop() {
      stopped = true;
      await Promise.all(running);
      return views;
    },
    async abandon() {
      abandoned = true;
      await Promise.all(running);
    },
  };
}
