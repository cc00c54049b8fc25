import { useState } from 'react';

/** A stored file by its id. */
interface StoredFile {
  readonly id: string;
}

/**
 * The stored file with this id, among all that the form was given as `current` since it opened. After somebody else has
 * changed the row, `current` is their file, while the field can still hold the earlier one.
 */
export function useSeenFile<File extends StoredFile>(current: File | undefined, id: string | null): File | undefined {
  const [seen, setSeen] = useState<readonly File[]>([]);
  if (current !== undefined && !seen.some((file) => file.id === current.id)) setSeen([...seen, current]);
  return [current, ...seen].find((file) => file !== undefined && file.id === id);
}

/** A row's file with its id. */
export const storedFile = <File extends object>(
  id: string | null | undefined,
  file: File | null | undefined,
): (File & StoredFile) | undefined => (id && file ? { ...file, id } : undefined);
