import { Writable } from 'node:stream';
import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { createLog } from '#api/ground/log.ts';
import { keptApi } from '#tests/support/kept-world.ts';

const world = keptApi();

function logged(error: unknown): string {
  const lines: string[] = [];
  const stream = new Writable({ write: (chunk, _encoding, done) => (lines.push(String(chunk)), done()) });
  createLog('info', { destination: stream }).error({ err: error }, 'request failed');
  return lines.join('');
}

describe('the log of a failed query', () => {
  test('tells the query and what the database said, and none of the values', async () => {
    const code = 'secret-hash-code';
    const failure: unknown = await world.services.db
      .execute(sql`select * from classes where class_hash_code = ${code} and 1 / (length(${code}) - 16) = 1`)
      .catch((error: unknown) => error);
    const line = logged(failure);
    expect(line).toContain('division by zero');
    expect(line).toContain('class_hash_code = $1');
    expect(line).toContain('22012');
    expect(line).not.toContain(code);
  });

  test('keeps the row to itself that broke a rule', async () => {
    const insert = sql`insert into signing_keys (id, purpose, value, signs_from)
      values ('first-tokens', 'tokens', 'secret-value', now())`;
    const failure: unknown = await world.services.db.execute(insert).catch((error: unknown) => error);
    const line = logged(failure);
    expect(line).toContain('23505');
    expect(line).not.toMatch(/already exists|detail/);
  });

  test('tells where other errors come from, and survives what is no error', () => {
    expect(logged(new Error('out of tea'))).toMatch(/out of tea.*log\.test\.ts/);
    expect(logged('thrown text')).not.toContain('thrown text');
  });
});
