import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { withBuiltProduct } from '#tests/support/built-product.ts';
import { openDevice, settle, type View, views } from './device.ts';
import { indexPage } from './index-page.ts';
import { preparePlace } from './place.ts';
import { routesWithoutShot, shots } from './screens.ts';

const folder = 'shots';
const fileOf = (name: string, { language, width }: View) => `${name}-${language}-${width}.png`;
// `npm run shots -- trash audit`: only those whose names begin so.
const wanted = process.argv.slice(2);
const chosen = shots.filter(({ name }) => wanted.length === 0 || wanted.some((start) => name.startsWith(start)));

const maps = await Promise.all(['staff', 'student'].map((room) => readFile(`web/${room}/routes.tsx`, 'utf8')));
const faults = routesWithoutShot(maps.join('\n')).map((name) => `no picture of ${name}`);

await withBuiltProduct(async ({ world, browser }) => {
  const place = await preparePlace(world);
  if (wanted.length === 0) await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  for (const view of views) {
    for (const as of new Set(chosen.map((shot) => shot.as))) {
      const { context, page, complaints } = await openDevice({ world, browser, place, as, view });
      for (const shot of chosen.filter((one) => one.as === as)) {
        const file = fileOf(shot.name, view);
        complaints.length = 0;
        try {
          // From nowhere: an address that differs in its # alone would load nothing.
          await page.goto('about:blank');
          const address = new URL(shot.url(place), world.url);
          // A mail's link brings the mail's language, which would stay for all that comes after it.
          if (address.searchParams.has('lng')) address.searchParams.set('lng', view.language);
          await page.goto(address.href);
          await settle(page);
          await shot.then?.(page, place);
          await settle(page);
        } catch (error) {
          complaints.push(error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error));
        }
        const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        if (over > 0) complaints.push(`${over} px wider than the window`);
        await page.screenshot({ path: `${folder}/${file}`, fullPage: true });
        faults.push(...complaints.map((complaint) => `${file}: ${complaint}`));
      }
      await context.close();
    }
    console.log(`${view.language} at ${view.width} px`);
  }
  const columns = views.map((view) => ({
    heading: `${view.language} ${view.width}`,
    fileOf: (name: string) => fileOf(name, view),
  }));
  const names = chosen.map(({ name }) => name);
  await writeFile(`${folder}/index.html`, indexPage({ title: 'Screens', names, columns }));
});

console.log(`${chosen.length * views.length} pictures; open ${folder}/index.html`);
for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exitCode = 1;
