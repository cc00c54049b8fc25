import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { runApart } from '#api/ground/apart/run.ts';

const tsx = createRequire(import.meta.url).resolve('tsx');

/** A program that answers its order, while its parser reads ahead and fails in this way later. */
const answering = (late: string) => ({
  args: ['--import', tsx, '--input-type=module', '--eval', programText(late), 'program'],
});

const programText = (late: string) => `
  import * as z from 'zod/mini';
  import { answerOrder } from '#api/ground/apart/answer-order.ts';
  const run = async function* () {
    setTimeout(() => { ${late} }, 50);
    yield 'good';
  };
  answerOrder({ order: z.object({}), run, broken: 'broken' });
`;

test.each([
  ['an error of the parser that nobody awaits', 'void Promise.reject(new RangeError("late"));'],
  ['an error of the parser', 'throw new RangeError("late");'],
  ['an error of the disk', 'throw Object.assign(new Error("late"), { syscall: "read", code: "EIO" });'],
])('an answer stands when %s comes after it', async (_what, late) => {
  expect(await runApart(answering(late), {})).toEqual(['"good"']);
});
