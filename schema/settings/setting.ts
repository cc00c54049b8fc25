import type { z } from 'zod';
import type { Kind } from './kinds.ts';

/** The processes that read settings; `commands` are those of the README that an operator runs, such as `npm run backup`. */
export const readers = ['launcher', 'gateway', 'api', 'worker', 'commands'] as const;
export type Reader = (typeof readers)[number];

/** One row of the table of settings. */
export interface Setting<Type extends z.ZodType = z.ZodType> extends Kind<Type> {
  /** The default value, as text. */
  readonly standard?: string;
  /** Secret: never shown in faults or by the doctor. */
  readonly secret?: true;
  readonly readBy: readonly Reader[];
  /**
   * The description for docs/settings.md and the doctor: one sentence without a full stop. Undefined for settings of
   * the launcher.
   */
  readonly means?: string;
}

/** The parsed type of a row; includes undefined only without a default. */
export type ValueOf<Row extends Setting> = Row extends { readonly standard: string }
  ? z.output<Row['type']>
  : z.output<Row['type']> | undefined;
