import { format } from 'prettier';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { animals } from '#schema/rules/profile-name.ts';
import { stamps } from '#schema/rules/replies.ts';
import { Animal, animalNamed } from '#web/shared/art/animals.tsx';
import { StampPicture, stampNames } from '#web/shared/art/stamps.tsx';

const standing = (markup: string) =>
  markup.replace('<svg ', '<svg xmlns="http://www.w3.org/2000/svg" ').replace(/ (?:focusable|aria-hidden)="\w+"/g, '');

const listed = (entries: readonly (readonly [string, string])[]) =>
  entries.map(([name, svg]) => `  ${name}:\n    '${standing(svg)}',\n`).join('');

const camelCase = (name: string) => name.toLowerCase().replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

// `npx vitest run tests/web/album-drawings --update` writes the file anew after a drawing has changed.
test('albums show the animals and the stamps as the pages draw them', async () => {
  const pictures = animals.map(
    (name) => [name, renderToStaticMarkup(<Animal name={animalNamed(name.toUpperCase())} />)] as const,
  );
  const drawn = stampNames.map(
    (stamp) => [camelCase(stamp), renderToStaticMarkup(<StampPicture stamp={stamp} size={96} />)] as const,
  );
  expect(drawn.map(([name]) => name)).toEqual([...stamps]);
  const code = `import type { AnimalName } from '#schema/rules/profile-name.ts';
import type { Stamp } from '#schema/rules/replies.ts';

// The drawings of web/shared/art as SVG. tests/web/album-drawings.test.tsx holds them alike.

export const animalPictures: Readonly<Record<AnimalName, string>> = {
${listed(pictures)}};

export const stampPictures: Readonly<Record<Stamp, string>> = {
${listed(drawn)}};
`;
  const look = { parser: 'typescript', singleQuote: true, printWidth: 120, trailingComma: 'all' } as const;
  await expect(await format(code, look)).toMatchFileSnapshot('../../api/domains/albums/drawings.ts');
});
