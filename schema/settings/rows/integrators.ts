import { oneOf, wholeNumber } from '../kinds.ts';
import { behind, gateway } from '../readers.ts';
import type { Setting } from '../setting.ts';

/** What those who call the API by program can do. */
export const integrators = {
  FREE_OPERATIONS: {
    ...oneOf('staff', 'everyone'),
    readBy: gateway,
    means: 'who can send operations of their own: `staff`, which counts API keys in and is the default, or `everyone`',
  },
  OPERATION_COST_MAXIMUM: {
    ...wholeNumber(1, 10_000),
    standard: '1000',
    readBy: gateway,
    means: 'what one operation can cost',
  },
  API_KEY_COST_PER_MINUTE: {
    ...wholeNumber(1, 10_000_000),
    standard: '5000',
    readBy: behind,
    means: 'what one API key can spend in a minute',
  },
} as const satisfies Record<string, Setting>;
