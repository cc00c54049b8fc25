export interface Column {
  readonly heading: string;
  /** The file name of a picture in this column. */
  readonly fileOf: (name: string) => string;
}

interface Gallery {
  readonly title: string;
  /** One row each. */
  readonly names: readonly string[];
  readonly columns: readonly Column[];
}

/** All pictures on one page, a row for each name. A picture is a link to its file. */
export function indexPage({ title, names, columns }: Gallery): string {
  const rows = names.map((name) => {
    const cells = columns.map(({ heading, fileOf }) => {
      const file = fileOf(name);
      return `<td><a href="${file}"><img src="${file}" alt="${name}, ${heading}" loading="lazy"></a></td>`;
    });
    return `<tr><th id="${name}">${name}</th>${cells.join('')}</tr>`;
  });
  const heads = columns.map(({ heading }) => `<th>${heading}</th>`).join('');
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>${title}</title>
<style>
  body { font: 14px system-ui; margin: 24px; }
  th { text-align: left; vertical-align: top; padding: 8px; }
  td { padding: 8px; vertical-align: top; }
  img { height: 360px; border: 1px solid #ccc; }
</style>
<table><tr><th></th>${heads}</tr>
${rows.join('\n')}
</table>
</html>
`;
}
