import { views } from './device.ts';

/** All pictures on one page, a line a screen, each leading to itself in full. */
export function indexPage(names: readonly string[]): string {
  const rows = names.map((name) => {
    const pictures = views.map(({ language, width }) => {
      const file = `${name}-${language}-${width}.png`;
      return `<td><a href="${file}"><img src="${file}" alt="${name}, ${language}, ${width} px" loading="lazy"></a></td>`;
    });
    return `<tr><th id="${name}">${name}</th>${pictures.join('')}</tr>`;
  });
  const heads = views.map(({ language, width }) => `<th>${language} ${width}</th>`).join('');
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Screens</title>
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
