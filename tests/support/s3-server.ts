import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { S3Settings } from '#api/ground/settings/storage-settings.ts';

const bucket = 'manabook-test';

/** A store that speaks S3, in a process of its own. */
export interface S3Server {
  readonly settings: S3Settings;
  /** Ends the process without a word, as a network does. */
  stop(): Promise<void>;
  close(): Promise<void>;
}

/** Starts one with an empty bucket, on 127.0.0.1. */
export async function startS3Server(): Promise<S3Server> {
  const directory = await mkdtemp(join(tmpdir(), 'manabook-s3-'));
  const server = fork(resolve('tests/support/s3-process.ts'), [directory, bucket], {
    // Its tokens for the next page of a list are enciphered with what OpenSSL 3 keeps apart.
    execArgv: ['--openssl-legacy-provider', '--import', 'tsx'],
    stdio: 'ignore',
  });
  const exited = once(server, 'exit');
  const port = await portOf(server);
  const stop = async () => {
    server.kill('SIGKILL');
    await exited;
  };
  return {
    settings: {
      bucket,
      endpoint: `http://127.0.0.1:${port}`,
      region: 'us-east-1',
      credentials: { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' },
      forcePathStyle: true,
    },
    stop,
    async close() {
      await stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

async function portOf(server: ChildProcess): Promise<number> {
  const ended = new AbortController();
  server.once('exit', () => ended.abort());
  const [port] = (await once(server, 'message', { signal: ended.signal })) as [number];
  return port;
}
