import { beforeAll, expect, test } from 'vitest';
import { contract } from '#schema/rest/contract.ts';
import type { Operation } from '#schema/rest/operation.ts';
import { keptWorld } from '#tests/support/kept-world.ts';
import { createAnswers, matrixCallers } from './access-matrix.ts';

/*
 * Who may what: each operation of the contract for each caller, over REST and over GraphQL, whose answers must be of the same
 * kind. `own/other/shared` are rows of the caller's school, of another one, and rows that name people or children of both; one
 * word stands for all of them. `yes` is a success, `none` one that found or did nothing, a number is the refusal.
 */

const world = keptWorld();
const answers: Awaited<ReturnType<typeof createAnswers>>[] = [];
beforeAll(async () => {
  for (const caller of matrixCallers) answers.push(await createAnswers(world, caller));
});

const lines: string[] = [];
const columns = (name: string, cells: readonly string[]) =>
  [name.padEnd(30), ...cells.map((cell) => cell.padEnd(13))].join(' ').trimEnd();

// The link of the first set-up is one for the installation.
const isAlone = ({ path }: Operation): boolean => path.startsWith('/Setup/');
const atOnce = (operation: Operation) => Promise.all(answers.map((answerTo) => answerTo(operation)));
async function inTurn(operation: Operation): Promise<string[]> {
  const cells: string[] = [];
  for (const answerTo of answers) cells.push(await answerTo(operation));
  return cells;
}

// What a write makes would move the rows of a list to another page.
const readsFirst = [...contract].sort((one, other) => Number(other.method === 'GET') - Number(one.method === 'GET'));

test.each(readsFirst.map((operation) => [operation.name, operation] as const))(
  '%s answers each caller alike over REST and over GraphQL, for rows of each school',
  async (name, operation) => {
    lines.push(columns(name, await (isAlone(operation) ? inTurn : atOnce)(operation)));
  },
);

test('who may what with which school’s rows is as it was looked at last', async () => {
  const table = [columns('', matrixCallers), ...lines.sort()];
  // A new operation's line is written by `npm test -- tests/gateway/access-matrix --update`, and read before it is kept.
  await expect(`${table.join('\n')}\n`).toMatchFileSnapshot('access-matrix.txt');
});
