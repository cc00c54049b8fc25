import { expect, test } from 'vitest';
import { sourceFiles } from '#tests/support/source-files.ts';

const writes = /\binsert\(\s*auditLog\b|\binto\s+"?audit_log\b/i;

// The demo school's log is fictitious: no operation recorded it.
const madeUp = 'api/app/demo/make-audit.ts';

test('one place writes what staff change', () => {
  const writers = sourceFiles('api', 'gateway', 'schema', '.launch').filter(({ text }) => writes.test(text));
  expect(writers.map(({ path }) => path)).toEqual([madeUp, 'api/domains/audit/record.ts']);
});

test('and the pattern knows a writer when it sees one', () => {
  expect('await tx.insert(auditLog).values(row)').toMatch(writes);
  expect('insert into "audit_log" (id)').toMatch(writes);
  expect('db.select().from(auditLog)').not.toMatch(writes);
});
