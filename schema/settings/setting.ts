import type { z } from 'zod';
import type { Kind } from './kinds.ts';

/** The processes that read settings; `commands` are those of the README that an operator runs, such as `npm run backup`. */
export const readers = ['launcher', 'gateway', 'api', 'worker', 'commands'] as const;
export type Reader = (typeof readers)[number];

/** One row of the table of settings. */
export interface Setting<Type extends z.ZodType = z.ZodType> extends Kind<Type> {
  /** The text that stands for a variable that is not set. */
  readonly standard?: string;
  /** Never shown, neither in a fault nor by the doctor. */
  readonly secret?: true;
  readonly readBy: readonly Reader[];
  /** For docs/settings.md and the doctor: one sentence without a full stop. Undefined: the launcher sets it, no operator does. */
  readonly means?: string;
}

/** What a row gives when it is read: undefined only where nothing stands for an unset variable. */
export type ValueOf<Row extends Setting> = Row extends { readonly standard: string }
  ? z.output<Row['type']>
  : z.output<Row['type']> | undefined;
