/** Makes names unique on file systems that ignore case, by a number at the end. */
export function uniqueNames(stems: readonly string[]): string[] {
  const usedNames = new Set<string>();
  return stems.map((stem) => {
    let name = stem;
    for (let count = 2; usedNames.has(name.toLowerCase()); count += 1) name = `${stem}-${count}`;
    usedNames.add(name.toLowerCase());
    return name;
  });
}

/** Text for a file name: without dots, which hide a file or change its type, and characters that Windows, macOS or URLs treat specially. */
export function safePart(text: string, bytes: number): string {
  const plain = text
    .normalize('NFC')
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}]/gu, '')
    .replace(/[\s.<>:"'`/\\|?*%#&$~^;=-]+/gu, '-');
  let cut = '';
  for (const character of plain) {
    if (Buffer.byteLength(cut + character) > bytes) break;
    cut += character;
  }
  return cut.replace(/^-+|-+$/g, '');
}

/** A file name's extension with its dot, in lower case: `.mp3`; empty for a name without one. */
export const extensionOf = (fileName: string): string => /\.[a-z0-9]{1,5}$/i.exec(fileName)?.[0].toLowerCase() ?? '';
