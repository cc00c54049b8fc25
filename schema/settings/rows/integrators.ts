import { oneOf, onOff, wholeNumber } from '../kinds.ts';
import { behind, gateway } from '../readers.ts';
import type { Setting } from '../setting.ts';

/** Limits for clients of the API. */
export const integrators = {
  FREE_OPERATIONS: {
    ...oneOf('staff', 'everyone'),
    readBy: gateway,
    means: 'who can send free-form operations: `staff`, the default, which includes API keys, or `everyone`',
  },
  OPERATION_COST_MAXIMUM: {
    ...wholeNumber(1, 10_000),
    standard: '1000',
    readBy: gateway,
    means: 'the maximum cost of one operation, in points',
  },
  API_KEY_COST_PER_MINUTE: {
    ...wholeNumber(1, 10_000_000),
    standard: '5000',
    readBy: behind,
    means: 'the maximum cost of an API key in a minute, in points',
  },
  WEBHOOK_LOCAL_ADDRESSES: {
    ...onOff,
    standard: 'off',
    readBy: behind,
    means:
      '`on` lets webhooks lead to private networks and, also by `http`, to this machine; only for receivers of your own',
  },
  SIGN_IN_LOCAL_ADDRESSES: {
    ...onOff,
    standard: 'off',
    readBy: behind,
    means:
      '`on` lets a school’s provider for signing in stand in a private network or, also by `http`, on this machine; only for providers of your own',
  },
} as const satisfies Record<string, Setting>;
