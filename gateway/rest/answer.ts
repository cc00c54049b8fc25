import type { Operation } from '#schema/rest/operation.ts';
import { z } from 'zod';
import { errorOfAnswer, unreadable } from './errors.ts';
import type { UpstreamAnswer } from './upstream.ts';

/** The value of a success, in outline what the operation declares; throws what the client should see of anything else. */
export function readAnswer(operation: Operation, answer: UpstreamAnswer): unknown {
  const { response } = operation;
  if (answer.status < 200 || answer.status > 299) throw errorOfAnswer(answer);
  if (!response) {
    // A page that something on the way put in the place of /api's empty answer is no success.
    if (!answer.empty) throw unreadable();
    return undefined;
  }
  const value = answer.value();
  if (typeof value !== 'object' || value === null) throw unreadable();
  if (Array.isArray(value) !== response instanceof z.ZodArray) throw unreadable();
  return value;
}
