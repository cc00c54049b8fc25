import { extensionOf, safePart, uniqueNames } from '#api/ground/files/file-names.ts';
import { schoolDay } from '#api/ground/school-day.ts';
import type { Work } from './works.ts';

/** A work with the paths of its files in the ZIP. */
export interface NamedWork extends Work {
  readonly path: string;
  readonly voicePath: string | null;
}

const partBytes = 60;

/** Names files by day, unit and page, `2026-05-01_Weather_Rain.mp3`: readable, in the order of time, good in every file system. */
export function nameWorks(works: readonly Work[], timeZone: string): NamedWork[] {
  const stems = uniqueNames(
    works.map(({ createdAt, unit, page, title }) =>
      [schoolDay(timeZone, createdAt), (unit ?? '').replace(' · ', ' '), page ?? '', title]
        .map((part) => safePart(part, partBytes))
        .filter(Boolean)
        .join('_'),
    ),
  );
  return works.map((work, index) => {
    const stem = stems[index] ?? work.id;
    return {
      ...work,
      path: `${stem}${extensionOf(work.file.fileName)}`,
      voicePath: work.voice && `${stem}_teacher${extensionOf(work.voice.fileName)}`,
    };
  });
}
