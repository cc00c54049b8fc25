import { z } from 'zod';
import type { PageAnswers } from './page-answers.ts';

const picture = z.object({ phoneUrl: z.string(), tabletUrl: z.string(), width: z.number(), height: z.number() });

const content = z.object({
  type: z.string(),
  name: z.string(),
  pageNumber: z.number(),
  pageImage: picture.nullable(),
  audio: z.object({}).nullable(),
  unit: z.object({ number: z.number() }),
  previousHashCode: z.string().nullable(),
  nextHashCode: z.string().nullable(),
});

/** A content as its page shows it. */
export type ShownContent = z.output<typeof content>;

const redirect = z.object({ data: z.object({ codeRedirect: z.null() }) });
const page = z.object({ data: z.object({ studentContent: content }) });
const miss = z.object({ errors: z.array(z.unknown()) });

export interface Found {
  /** The JSON of the answer to the query `ContentPage`. */
  readonly answer: string;
  /** Undefined for an unknown code. */
  readonly content: ShownContent | undefined;
}

/**
 * The content that a page shows, or that there is none. Undefined where the app must ask: without an answer, or where a
 * printed link leads elsewhere.
 */
export function foundIn(answers: PageAnswers, isPrinted: boolean): Found | undefined {
  const answer = answers.get('ContentPage') ?? 'null';
  const value: unknown = JSON.parse(answer);
  if (miss.safeParse(value).success) return { answer, content: undefined };
  if (isPrinted && !redirect.safeParse(JSON.parse(answers.get('CodeRedirect') ?? 'null')).success) return undefined;
  const found = page.safeParse(value).data?.data.studentContent;
  return found && { answer, content: found };
}

/** Whether the app shows a content to everybody; a recording asks for a profile first (web/student/features/entry/entry-rule.ts). */
export const isForEverybody = ({ type }: ShownContent): boolean => type !== 'RECORD';

// Contents with a player above their page.
const played: readonly string[] = ['MUSIC', 'VIDEO', 'GAME'];

/** Whether the page's picture is what the content's page shows first. */
export const isPictured = ({ type }: ShownContent): boolean => !played.includes(type);

/** Whether the content is a page to read: a picture and its tools. */
export const isRead = ({ type }: ShownContent): boolean => type === 'READ' || type === 'NONE';
