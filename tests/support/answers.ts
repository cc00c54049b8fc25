import type { Test } from 'supertest';
import { type Problem, problem } from '#schema/problem.ts';
import type { Operation, ResponseOf } from '#schema/rest/operation.ts';

/** The success that an answer must be, in the shape its operation declares. */
export async function answerOf<const Op extends Operation>(operation: Op, sent: Test): Promise<ResponseOf<Op>> {
  const { body } = (await sent.expect(operation.status ?? 200)) as { body: unknown };
  return operation.response?.parse(body) as ResponseOf<Op>;
}

/** The problem that an answer must be. */
export async function problemOf(sent: Test, status: number): Promise<Problem> {
  const { body } = (await sent.expect(status).expect('content-type', /^application\/problem\+json/)) as {
    body: unknown;
  };
  return problem.parse(body);
}
