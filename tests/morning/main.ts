import { mkdir, rm, writeFile } from 'node:fs/promises';
import { chromium } from 'playwright-core';
import { indexPage } from '#tests/shots/index-page.ts';
import { withBuiltWorld } from '#tests/support/built-product.ts';
import { columns, languages, type Gallery } from './views.ts';
import { playMorning } from './play.ts';

// `npm run morning`: a school's morning in real browsers, in both languages, watched as pictures. It takes minutes, so it
// is not among the other tests. `npm run morning -- jp`: in one language alone.
const wanted = process.argv.slice(2);
const gallery: Gallery = { folder: 'shots/morning', moments: [], faults: [] };
await rm(gallery.folder, { recursive: true, force: true });
await mkdir(gallery.folder, { recursive: true });

await withBuiltWorld(async (world) => {
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--no-first-run',
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
    ],
  });
  try {
    for (const language of languages.filter((one) => wanted.length === 0 || wanted.includes(one)))
      gallery.faults.push(...(await playMorning({ world, browser, gallery, language })));
  } finally {
    await browser.close();
  }
});

const page = indexPage({ title: 'A school’s morning', names: gallery.moments, columns });
await writeFile(`${gallery.folder}/index.html`, page);
console.log(`${gallery.moments.length} moments; open ${gallery.folder}/index.html`);
for (const fault of gallery.faults) console.error(fault);
console.log(`${gallery.faults.length} faults`);
if (gallery.faults.length > 0) process.exitCode = 1;
