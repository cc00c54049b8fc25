import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { onTestFinished } from 'vitest';
import { json, problem, startStandIn } from './stand-in.ts';

export const classCode = 'kPz3vWq8Lr2NxYt6BcDf0A';
const contentHashCode = 'aB3dE5fG7hJ9kL1mN3pQ5r';
export const at = (version: number) => ({
  id: '0197-session',
  version,
  contentHashCode,
  contentType: 6,
  endsAt: 'then',
});
/** The same as tablets read it. */
export const shownAt = (version: number) => ({ ...at(version), contentType: 'RECORD' });

/** An /api whose board shows `session`, and which accepts every token but `wrong` and those in `refused`, by their header. */
export async function boardApi() {
  const shown: { session: ReturnType<typeof at> | null; isUnknown: boolean } = { session: at(1), isUnknown: false };
  const refused = new Map([['Bearer wrong', 401]]);
  const api = await startStandIn(({ path, headers }, response) => {
    if (shown.isUnknown) return problem(response, 404, { messageKey: 'messages.notFound' });
    if (path.startsWith('/api/Student/board-page')) return json(response, { session: shown.session });
    const status = refused.get(headers.authorization ?? '');
    if (status !== undefined) return problem(response, status);
    return json(response, { session: shown.session, isFollowing: true });
  });
  const asked = (path: string) => api.calls.filter((call) => call.path.startsWith(path)).length;
  return { api, shown, refused, asked };
}

interface Listening {
  readonly token?: string;
  readonly lastEventId?: string;
}

/** Opens a stream, and gathers what it says. */
export async function listen(url: string, { token = 'a-token', lastEventId }: Listening = {}) {
  const headers = {
    accept: 'text/event-stream',
    'x-class': classCode,
    authorization: `Bearer ${token}`,
    ...(lastEventId !== undefined && { 'last-event-id': lastEventId }),
  };
  const sent = get(`${url}/board-page`, { headers, agent: false });
  onTestFinished(() => void sent.destroy());
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  const heard = { text: '', isOver: false };
  response.setEncoding('utf8').on('data', (chunk: string) => (heard.text += chunk));
  response.on('close', () => (heard.isOver = true));
  response.on('error', () => undefined);
  return { response, heard, close: () => sent.destroy() };
}

/** The versions of the pages in a stream's text. */
export const versionsIn = (text: string) =>
  [...text.matchAll(/"version":(\d+)/g)].map(([, version]) => Number(version));
