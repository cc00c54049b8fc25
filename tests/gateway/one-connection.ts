import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { onTestFinished } from 'vitest';

export interface Sending {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** A single connection for all requests; an agent would silently open another. */
export function oneConnection(url: string): { ask: (sending: Sending) => Promise<unknown> } {
  const { port, hostname } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  onTestFinished(() => void socket.destroy());
  return {
    async ask({ headers, body }) {
      const lines = Object.entries({ ...headers, 'content-length': body.length }).map(
        ([name, at]) => `${name}: ${at}\r\n`,
      );
      const answered = answerOn(socket);
      socket.write(`POST /graphql HTTP/1.1\r\nhost: ${hostname}\r\n${lines.join('')}\r\n`);
      socket.write(body);
      return JSON.parse(await answered) as unknown;
    },
  };
}

/** The body of the next answer, whose length must be told. */
function answerOn(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    const closed = () => reject(new Error(`the connection closed after: ${text}`));
    const read = (chunk: Buffer) => {
      text += chunk.toString('utf8');
      const [head = '', body] = text.split('\r\n\r\n');
      const length = Number(/content-length: (\d+)/i.exec(head)?.[1]);
      if (body === undefined || Buffer.byteLength(body) < length) return;
      socket.off('data', read).off('close', closed);
      resolve(body);
    };
    socket.on('data', read).once('close', closed);
  });
}
