import { createServer } from 'node:http';
import { Pool } from 'pg';
import type { FloorCase, FloorCaller } from './floor-case.ts';
import { type Bearer, profileText, sessionText } from './floor-cases.ts';

// What this machine can do: the caller's session and one statement, both prepared, behind Node's own HTTP.
const pool = new Pool({ connectionString: process.env.DATABASE_URL, max: 20 });
const bearers = new Map<string, Bearer>();

// Tokens are verified once each in the API too.
function bearerOf(authorization: string): Bearer {
  const known = bearers.get(authorization);
  if (known) return known;
  const claims = JSON.parse(Buffer.from(authorization.split('.')[1] ?? '', 'base64url').toString()) as Bearer;
  bearers.set(authorization, claims);
  return claims;
}

async function isLive(authorization: string | undefined): Promise<boolean> {
  const { sid, sub, role } = bearerOf(authorization ?? '');
  const { rowCount } = await pool.query(
    sid === undefined
      ? { name: 'profile', text: profileText, values: [sub] }
      : { name: 'session', text: sessionText, values: [sid, sub, role] },
  );
  return rowCount === 1;
}

const hasToken = (caller: FloorCaller): boolean => caller === 'staff' || caller === 'child';

process.once('message', (cases: readonly FloorCase[]) => {
  // A child asks for its wall by the path of everybody's.
  const key = (path: string, isKnown: boolean) => `${isKnown ? 'known' : 'nobody'} ${path}`;
  const byPath = new Map(
    cases.map((one, number) => [key(one.path, hasToken(one.as)), { ...one, statement: `case_${number}` }]),
  );
  const server = createServer((request, response) => {
    const answer = async () => {
      const found = byPath.get(key(request.url ?? '', request.headers.authorization !== undefined));
      if (!found) return response.writeHead(404).end();
      if (hasToken(found.as) && !(await isLive(request.headers.authorization))) return response.writeHead(401).end();
      const { statement: name, text, values } = found;
      const { rows } = await pool.query<{ json: string }>({ name, text, values: [...values] });
      const body = Buffer.from(rows[0]?.json ?? 'null');
      return response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length }).end(body);
    };
    answer().catch((error: unknown) => {
      const problem = Buffer.from(String(error));
      response.writeHead(500, { 'content-length': problem.length }).end(problem);
    });
  });
  server.listen(0, '127.0.0.1', () => process.send?.({ type: 'ready', address: server.address() }));
});
process.on('disconnect', () => process.exit(0));
