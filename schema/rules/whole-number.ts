import { z } from 'zod';

interface WholeNumberRule {
  readonly from: number;
  readonly to: number;
  /** The message keys of the possible problems. */
  readonly missing: string;
  readonly notWhole: string;
  readonly tooSmall: string;
}

/** A number that people type: given, whole, and within its limits. */
export function wholeNumber({ from, to, missing, notWhole, tooSmall }: WholeNumberRule) {
  return z
    .number({ error: ({ input }) => (input === undefined || input === null || input === '' ? missing : notWhole) })
    .int({ error: notWhole })
    .min(from, { error: tooSmall })
    .max(to, { error: 'messages.numberTooLarge' });
}
