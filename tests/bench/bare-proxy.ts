import { Agent, createServer, request as ask } from 'node:http';

// The least that Node can do between a client and a service: pass both on as they come, over kept connections.
const { hostname, port } = new URL(process.env.API_URL ?? '');
const agent = new Agent({ keepAlive: true, maxSockets: 100 });

const server = createServer((request, response) => {
  const { method, url: path, headers } = request;
  const onward = ask({ hostname, port, method, path, headers, agent }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  onward.on('error', () => response.destroy());
  request.pipe(onward);
});
server.listen(0, '127.0.0.1', () => process.send?.({ type: 'ready', address: server.address() }));
process.on('disconnect', () => process.exit(0));
