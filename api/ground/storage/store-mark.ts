import { z } from 'zod';
import type { StoreMark } from './storage.ts';

const form = z.object({
  installation: z.string().min(1),
  database: z.string().optional(),
  bareKeys: z.boolean().optional(),
});

/** The name of the mark, in the media folder and behind the prefix of a bucket. */
export const markName = 'installation.json';

/** Parses a mark; an unreadable mark belongs to no installation. */
export function parseMark(content: string): StoreMark {
  try {
    return form.parse(JSON.parse(content));
  } catch {
    return { installation: 'unreadable' };
  }
}

export const markText = (mark: StoreMark): string => `${JSON.stringify(mark, null, 2)}\n`;
