import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { Pool } from 'undici';
import { bombs } from '#tests/support/bombs.ts';
import { timesOf } from './measure.ts';

// A process of its own: it attacks as it is told until its parent asks what came of it.

// One after the other, and never so many that it is the machine's two cores that are measured.
const pauses = { bomb: 20, large: 200 };
const slowConnections = 300;
const json = { 'content-type': 'application/json' };
const slowHead = 'POST /graphql HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 5000\r\n\r\n{';

/** Milliseconds from the first byte sent to the refusal. */
const times: number[] = [];

async function keepSending(url: string, body: string | Buffer, pause: number): Promise<void> {
  const pool = new Pool(url, { connections: 1 });
  for (;;) {
    const start = performance.now();
    const answer = await pool.request({ method: 'POST', path: '/graphql', headers: json, body });
    times.push(performance.now() - start);
    await answer.body.dump();
    if (answer.statusCode < 400) throw new Error(`it was not refused: ${answer.statusCode}`);
    await wait(pause);
  }
}

// Each begins anew when it has been ended.
function openSlow(url: string): void {
  const { hostname, port } = new URL(url);
  const opened = performance.now();
  const socket = connect(Number(port), hostname, () => socket.write(slowHead));
  const trickle = setInterval(() => socket.write('x'), 500);
  socket.on('error', () => undefined).resume();
  socket.on('close', () => {
    clearInterval(trickle);
    times.push(performance.now() - opened);
    openSlow(url);
  });
}

function attack(url: string, kind: string): void {
  const bomb = bombs[kind];
  if (bomb !== undefined) void keepSending(url, JSON.stringify({ query: bomb }), pauses.bomb);
  else if (kind === 'large') void keepSending(url, Buffer.alloc(10 * 1024 * 1024, 'x'), pauses.large);
  else for (let opened = 0; opened < slowConnections; opened += 1) openSlow(url);
}

process.on('message', (message: { url: string; kind: string } | 'stop') => {
  if (message !== 'stop') attack(message.url, message.kind);
  process.send?.(message === 'stop' ? { refused: times.length, ...timesOf(times) } : 'attacking', () => {
    if (message === 'stop') process.exit(0);
  });
});
process.on('disconnect', () => process.exit(0));
