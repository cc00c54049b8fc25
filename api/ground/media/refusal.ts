import { ApiProblem } from '#api/ground/http/problems.ts';
import type { MessageKey } from '#schema/problem.ts';

/** A file's own fault: 415 for a wrong type, 400 for a damaged file or one beyond the limits. */
export class MediaRefusal extends ApiProblem {
  readonly messageKey: MessageKey;

  constructor(status: 400 | 415, messageKey: MessageKey) {
    super({ status, messageKey });
    this.messageKey = messageKey;
  }
}
