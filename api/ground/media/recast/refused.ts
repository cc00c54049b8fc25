import type { MessageKey } from '#schema/problem.ts';

/** The reason for refusing a recording, inside the child process. */
export class Refused extends Error {
  readonly key: MessageKey;

  constructor(key: MessageKey) {
    super(key);
    this.key = key;
  }
}
