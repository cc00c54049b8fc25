import { ApiProblem } from '#api/ground/http/problems.ts';
import type { MessageKey } from '#schema/problem.ts';

/** What is wrong with a file itself: 415 when it is of another type than asked for, 400 when it is damaged or too much. */
export class MediaRefusal extends ApiProblem {
  readonly messageKey: MessageKey;

  constructor(status: 400 | 415, messageKey: MessageKey) {
    super({ status, messageKey });
    this.messageKey = messageKey;
  }
}
