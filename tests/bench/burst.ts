import { randomUUID } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { idOf } from './bench-ids.ts';
import { timesOf } from './measure.ts';

// A process of its own: sends page views to /api at an even pace until its parent asks what came of it. On bare
// sockets, since it shares two cores with those that are measured.

export interface BurstOrder {
  /** The processes of /api, which get the same share each. */
  readonly urls: readonly string[];
  readonly perSecond: number;
  readonly classes: number;
  /** The views under way at most. */
  readonly sockets: number;
}

const tick = 2;
/** How many of them say only that a page is still open. */
const again = 0.5;

const times: number[] = [];
const problems = new Map<string, number>();
let sent = 0;
let running = true;

interface Open {
  readonly eventId: string;
  readonly sessionKey: string;
  readonly classNumber: number;
  duration: number;
  /** A page does not tell twice at once. */
  underWay: boolean;
}
const open: Open[] = [];
/** Children at work, who look at some pages each. */
const sessions: { key: string; classNumber: number }[] = [];
const pagesEach = 7;

function someSession(classes: number) {
  if (sessions.length < 2000 || Math.random() < 1 / pagesEach) {
    const added = { key: randomUUID(), classNumber: Math.floor(Math.random() * classes) };
    sessions[sessions.length < 2000 ? sessions.length : Math.floor(Math.random() * sessions.length)] = added;
    return added;
  }
  return sessions[Math.floor(Math.random() * sessions.length)] ?? { key: randomUUID(), classNumber: 0 };
}

function nextView(classes: number): Open {
  const known = open.length > 1000 && Math.random() < again ? open[Math.floor(Math.random() * open.length)] : undefined;
  if (known && !known.underWay) {
    known.duration += 5000;
    known.underWay = true;
    return known;
  }
  const { key, classNumber } = someSession(classes);
  const added = { eventId: randomUUID(), sessionKey: key, classNumber, duration: 1000, underWay: true };
  open[open.length < 20_000 ? open.length : Math.floor(Math.random() * open.length)] = added;
  return added;
}

function requestOf({ eventId, sessionKey, classNumber, duration }: Open): string {
  const body = JSON.stringify({
    ...{ eventId, sessionKey, duration, name: 'Class', pageUrl: '/student/class/abcdefghijklmnopqrstuv' },
    classId: idOf(2, classNumber),
  });
  // Each class sits behind an address of its own.
  const address = `10.${Math.floor(classNumber / 250)}.${classNumber % 250}.7`;
  return [
    'POST /api/Usage/page-view HTTP/1.1',
    'host: 127.0.0.1',
    `x-forwarded-for: ${address}`,
    'user-agent: Mozilla/5.0 (iPad; CPU OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Safari/604.1',
    'content-type: application/json',
    `content-length: ${Buffer.byteLength(body)}`,
    `\r\n${body}`,
  ].join('\r\n');
}

const statusOf = (head: string): string => head.slice(9, 12);

/** Sends one and waits for the answer, which has no body when all is well. */
function exchange(socket: Socket, view: Open): Promise<void> {
  return new Promise((resolve) => {
    const startedAt = performance.now();
    socket.once('data', (chunk) => {
      times.push(performance.now() - startedAt);
      sent += 1;
      view.underWay = false;
      const status = statusOf(chunk.toString('latin1', 0, 20));
      if (status !== '204') problems.set(status, (problems.get(status) ?? 0) + 1);
      resolve();
    });
    socket.write(requestOf(view));
  });
}

async function burst(order: BurstOrder): Promise<void> {
  const { urls, sockets } = order;
  const free = Array.from({ length: sockets }, (_, at) => {
    const { hostname, port } = new URL(urls[at % urls.length] ?? '');
    return connect(Number(port), hostname).setNoDelay();
  });
  const startedAt = performance.now();
  let asked = 0;
  while (running) {
    const due = ((performance.now() - startedAt) / 1000) * order.perSecond;
    for (; asked < due; asked += 1) {
      const socket = free.pop();
      // Every connection waits for an answer: what cannot be sent in time is not made up for.
      if (!socket) break;
      void exchange(socket, nextView(order.classes)).then(() => free.push(socket));
    }
    asked = Math.max(asked, due - sockets);
    await wait(tick);
  }
}

process.on('message', (message: BurstOrder | 'begin' | 'stop') => {
  if (message === 'begin') {
    times.length = 0;
    sent = 0;
  } else if (message === 'stop') {
    running = false;
    process.send?.({ sent, problems: Object.fromEntries(problems), ...timesOf(times) }, () => process.exit(0));
  } else {
    void burst(message);
    // The service and its tables are warm by then.
    setTimeout(() => process.send?.('bursting'), 3000);
  }
});
process.on('disconnect', () => process.exit(0));
