import { once } from 'node:events';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { onTestFinished } from 'vitest';

export interface RawConnection {
  readonly socket: Socket;
  /** What has come back so far. */
  readonly received: () => string;
  /** Resolves with all of it when the other side has ended the connection. */
  readonly ended: Promise<string>;
}

/** A raw TCP connection under the test's control. Ends with the test. */
export async function openRaw(url: string, text = ''): Promise<RawConnection> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  let received = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => (received += chunk));
  // A reset counts as an end.
  socket.on('error', () => undefined);
  const ended = new Promise<string>((resolve) => socket.on('close', () => resolve(received)));
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');
  if (text !== '') socket.write(text);
  return { socket, received: () => received, ended };
}

/** The lines before a body, as they stand on the wire. */
export const head = (line: string, headers: Readonly<Record<string, string | number>>): string =>
  [line, 'host: gateway', ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`), '', ''].join('\r\n');
