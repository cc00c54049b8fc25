import type { MessageKey } from '#schema/problem.ts';

/** Why a recording is not taken, on its way out of the recasting process. */
export class Refused extends Error {
  readonly key: MessageKey;

  constructor(key: MessageKey) {
    super(key);
    this.key = key;
  }
}
