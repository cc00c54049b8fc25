/** Milliseconds for which a saved file stays in memory. */
const keptFor = 60_000;

export interface FileLink {
  /** A signed path of this very origin, which works for a few minutes. */
  readonly url: string;
  readonly fileName: string;
}

/** Saves a file by its link, under its own name; the page stays as it is. */
export function downloadFile({ url, fileName }: FileLink): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  document.body.append(link);
  link.click();
  link.remove();
}

/** A CSV file. Without the byte order mark, spreadsheets in Japan read UTF-8 as Shift_JIS. */
export const csvBlob = (text: string): Blob => new Blob(['\uFEFF', text], { type: 'text/csv' });

/** Saves what this page has made itself. */
export function downloadMade(made: Blob, fileName: string): void {
  const url = URL.createObjectURL(made);
  downloadFile({ url, fileName });
  // Not at once: some browsers read the file only a moment after the click.
  setTimeout(() => URL.revokeObjectURL(url), keptFor);
}
