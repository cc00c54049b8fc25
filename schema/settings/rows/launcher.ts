import { oneOf, text } from '../kinds.ts';
import { gateway } from '../readers.ts';
import type { Setting } from '../setting.ts';

/** Set by the launcher and the image, never by an operator. */
export const launcher = {
  MANABOOK_ROOT: { ...text('the path of a folder'), readBy: ['gateway', 'api', 'worker', 'commands'] },
  MANABOOK_RESTARTS: { ...oneOf('0', '1'), standard: '0', readBy: ['api'] },
  MANABOOK_DEV: { ...oneOf('0', '1'), standard: '0', readBy: gateway },
  NODE_ENV: { ...text('a name'), readBy: ['gateway', 'api'] },
} as const satisfies Record<string, Setting>;
