import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const page = z.object({
  /** The route's pattern, such as `/student/content/:contentHashCode`. */
  path: z.string(),
  scripts: z.array(z.string()),
  styles: z.array(z.string()),
});

const text = z.string().default('');
const earlyTexts = z.object({
  ...{ unitNumber: text, page: text, previousPage: text, nextPage: text },
  ...{ listen: text, slow: text, zoomOut: text, zoomIn: text },
});
export type EarlyTexts = z.output<typeof earlyTexts>;

const addresses = z.array(z.string());
const listed = z.object({
  pages: z.array(page),
  /** The addresses of the texts with which the app starts. */
  words: z.object({ en: addresses, jp: addresses }),
  /** The texts of a page that is shown before the scripts run. */
  texts: z.object({ en: earlyTexts, jp: earlyTexts }),
});

/** The students' page and what each address needs beside it (web/build/student-pages.ts). */
export interface BuiltPages extends z.output<typeof listed> {
  readonly html: string;
}

/** Reads the students' page from a build; undefined before the first build. */
export function readBuiltPages(root: string): BuiltPages | undefined {
  const folder = join(root, 'dist', 'web');
  const [html, list] = [join(folder, 'student.html'), join(folder, '.vite', 'student-pages.json')];
  if (!existsSync(html)) return undefined;
  // A build of an earlier release has no list.
  const { pages, words, texts } = existsSync(list)
    ? listed.parse(JSON.parse(readFileSync(list, 'utf8')))
    : { pages: [], words: { en: [], jp: [] }, texts: { en: earlyTexts.parse({}), jp: earlyTexts.parse({}) } };
  return { html: readFileSync(html, 'utf8'), pages, words, texts };
}
