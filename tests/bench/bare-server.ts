import { createServer } from 'node:http';
import { Pool } from 'pg';
import type { Statement } from './recorded.ts';

// The floor: the statements of each case on a pool of the same size, with nothing around them but Node's own HTTP.
const pool = new Pool({ connectionString: process.env.DATABASE_URL, max: 20 });

process.once('message', (cases: Readonly<Record<string, Statement[]>>) => {
  const server = createServer((request, response) => {
    const run = async () => {
      const rows: unknown[] = [];
      for (const statement of cases[request.url ?? ''] ?? []) rows.push((await pool.query(statement)).rows);
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(rows));
    };
    run().catch((error: unknown) => response.writeHead(500).end(String(error)));
  });
  server.listen(0, '127.0.0.1', () => process.send?.({ type: 'ready', address: server.address() }));
});
process.on('disconnect', () => process.exit(0));
