import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A short hash of all locale files, for `?v=`: browsers cache the files until a text changes. */
export function localesVersion(folder = 'locales'): string {
  const hash = createHash('sha256');
  for (const language of readdirSync(folder).sort()) {
    for (const file of readdirSync(join(folder, language)).sort())
      hash.update(readFileSync(join(folder, language, file)));
  }
  return hash.digest('base64url').slice(0, 10);
}
