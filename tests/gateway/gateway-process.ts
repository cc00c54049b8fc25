import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { programOf } from '#tests/support/programs.ts';

export interface GatewayProcess {
  readonly child: ChildProcess;
  readonly url: string;
}

/** Starts the gateway as a process of its own, as `npm start` does, and waits until it listens. */
export async function startGatewayProcess(env: Readonly<Record<string, string>>): Promise<GatewayProcess> {
  const { file, execArgv } = await programOf('gateway');
  const child = fork(file, {
    execArgv,
    env: {
      PATH: process.env.PATH,
      PORT: '0',
      HOST: '127.0.0.1',
      LOG_LEVEL: 'silent',
      FREE_OPERATIONS: 'everyone',
      ...env,
    },
  });
  const ended = once(child, 'exit').then(() => Promise.reject(new Error('the gateway ended')));
  const [message] = (await Promise.race([once(child, 'message'), ended])) as { port: number }[];
  // From here on the test ends the process.
  ended.catch(() => undefined);
  return { child, url: `http://127.0.0.1:${message?.port}` };
}
