import { ApiProblem } from '#api/ground/http/problems.ts';
import type { MessageKey } from '#schema/problem.ts';

interface Refusal {
  readonly status?: number;
  readonly values?: Readonly<Record<string, string>>;
}

/** The problem of a whole package, on its field of the form. */
export const refusedPackage = (messageKey: MessageKey, { status = 400, values }: Refusal = {}): ApiProblem =>
  new ApiProblem({ status, messageKey, messageValues: values, errors: { file: [messageKey] } });
