import { createServer } from 'node:http';

// Bytes that mean nothing in JSON and are others each time: so nobody can know an answer again.
const changing = process.env.CHANGING === '1';
let answered = 0;

function another(answer: Buffer): Buffer {
  answered += 1;
  return Buffer.concat([
    answer,
    Buffer.from(answered.toString(2).padStart(32, '0').replaceAll('0', ' ').replaceAll('1', '\t')),
  ]);
}

// The floor under a gateway: the REST service with its answers ready, by path; what it is asked in the query does not matter.
process.once('message', (answers: Readonly<Record<string, unknown>>) => {
  const ready = new Map(Object.entries(answers).map(([path, value]) => [path, Buffer.from(JSON.stringify(value))]));
  const server = createServer((request, response) => {
    const found = ready.get((request.url ?? '').replace(/\?.*/s, ''));
    const answer = found && changing ? another(found) : found;
    request.resume();
    if (!answer) response.writeHead(404, { 'content-length': 0 }).end();
    else response.writeHead(200, { 'content-type': 'application/json', 'content-length': answer.length }).end(answer);
  });
  server.listen(0, '127.0.0.1', () => process.send?.({ type: 'ready', address: server.address() }));
});
process.on('disconnect', () => process.exit(0));
