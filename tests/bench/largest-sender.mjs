// Sends requests from a thread of its own, so that writing them and reading the answers is not the measured thread's.
import { parentPort } from 'node:worker_threads';

parentPort?.on('message', async ({ url, method, token, contentType, body }) => {
  const headers = {
    'apollo-require-preflight': 'true',
    ...(token && { authorization: `Bearer ${token}` }),
    ...(body && { 'content-type': contentType }),
  };
  const answer = await globalThis.fetch(url, { method, headers, body }).catch((error) => ({
    status: String(error.cause ?? error),
  }));
  await answer.body?.pipeTo(new globalThis.WritableStream());
  parentPort?.postMessage(answer.status);
});
