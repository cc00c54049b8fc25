import { access } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { placeFault } from '#tests/power/faults/fault.ts';
import { faultTables } from '#tests/power/faults/fault-tables.ts';
import { rooms } from '#tests/power/rooms.ts';
import { sourceFilesOf, testFiles } from '#tests/power/test-files.ts';

// `npm run test:power` takes hours, so this test detects early that code or tests have moved away from the faults.
it.each(faultTables.flatMap(({ faults }) => faults))('the fault $name can be planted', async (fault) => {
  await expect(placeFault('.', fault)).resolves.toMatchObject({ file: fault.file });
  for (const glob of fault.tests) expect(await testFiles('.', [glob]), glob).not.toEqual([]);
});

it.each(rooms)('mutants of $name have sources and tests', async ({ sources, tests }) => {
  for (const source of sources) {
    const files = await sourceFilesOf('.', [source]);
    expect(files, source).not.toEqual([]);
    await Promise.all(files.map((file) => access(file)));
  }
  for (const glob of tests.flat()) expect(await testFiles('.', [glob]), glob).not.toEqual([]);
});
