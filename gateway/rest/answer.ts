import type { Operation } from '#schema/rest/operation.ts';
import { z } from 'zod';
import { errorOfAnswer, unreadable } from './errors.ts';
import type { UpstreamAnswer } from './upstream.ts';

/**
 * Returns the value of a successful answer after a check of its outline (object, list or nothing). Throws the error for
 * the client otherwise.
 */
export function readAnswer(operation: Operation, answer: UpstreamAnswer): unknown {
  const { response } = operation;
  if (answer.status < 200 || answer.status > 299) throw errorOfAnswer(answer, operation);
  if (!response) {
    // An intermediary may put a page in the place of /api's empty answer; that is no success.
    if (!answer.empty) throw unreadable();
    return undefined;
  }
  const value = answer.value();
  if (typeof value !== 'object' || value === null) throw unreadable();
  if (Array.isArray(value) !== response instanceof z.ZodArray) throw unreadable();
  return value;
}
