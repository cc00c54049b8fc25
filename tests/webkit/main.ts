import { readFileSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { preparePlace, type Place } from '#tests/shots/place.ts';
import { shots } from '#tests/shots/screens.ts';
import type { Shot } from '#tests/shots/shot.ts';
import { withBuiltWorld } from '#tests/support/built-product.ts';
import { installPackages } from '#tests/support/debian-packages.ts';
import { signIn } from '#tests/support/people.ts';
import type { World } from '#tests/support/world.ts';
import { startTelemetryReceiver } from './telemetry-receiver.ts';
import { WebKit } from './web-driver.ts';

// `npm run test:webkit`: every screen in the engine of Safari 16.0, the oldest that the product serves. It installs
// Debian's packages, so it runs as root, and not among the other tests.
const folder = 'shots/webkit';
const languages = ['en', 'jp'] as const;
const patienceMs = 20_000;
// `npm run test:webkit -- student`: only those whose names begin so.
const wanted = process.argv.slice(2);
// What is done before a picture is written for Chromium; here screens are looked at as they come.
const screens = shots
  .filter(({ then }) => then === undefined)
  .filter(({ name }) => wanted.length === 0 || wanted.some((start) => name.startsWith(start)));
/** The headings of a page that has crashed. */
const brokenTitles = languages.flatMap((language) =>
  ['common', 'student'].map((name) => {
    const words: unknown = JSON.parse(readFileSync(`locales/${language}/${name}.json`, 'utf8'));
    return z.object({ brokenTitle: z.string() }).parse(words).brokenTitle;
  }),
);
const planted = (as: string) => `planted for ${as}`;
const counts = { passed: 0, failed: 0 };

/** Holds whoever looks at the screen, as the app keeps them. */
async function holdWhoLooks(webkit: WebKit, as: Shot['as'], world: World, place: Place): Promise<void> {
  await webkit.open(`${world.url}/login`);
  if (as === 'Child') {
    const profile = { ...place.child, animal: 'cat', classIds: [], place: null };
    const student = { info: { id: place.child.id }, previousInfo: null };
    await webkit.run(
      `localStorage.setItem('profiles', arguments[0]); sessionStorage.setItem('student', arguments[1]);`,
      JSON.stringify([profile]),
      JSON.stringify(student),
    );
  } else if (as !== 'Nobody') {
    await webkit.run(`localStorage.setItem('loginInfo', arguments[0]);`, JSON.stringify(await signIn(world, as)));
  }
}

/** What is wrong with the screen; it has come when it has a heading and nothing is grey or turning. */
async function faultsOf(webkit: WebKit): Promise<readonly string[]> {
  const hasCome = `return document.querySelector('h1') !== null && !document.querySelector('.bp6-skeleton, .bp6-spinner');`;
  for (const end = Date.now() + patienceMs; !(await webkit.run(hasCome)); await delay(50))
    if (Date.now() > end) return ['the screen did not come'];
  const title = String(await webkit.run(`return document.querySelector('h1').textContent;`));
  if (brokenTitles.includes(title)) return [title];
  const wide = Number(await webkit.run('return document.documentElement.scrollWidth - innerWidth;'));
  return wide > 0 ? [`${wide} px wider than the window`] : [];
}

function tell(what: string, faults: readonly string[]): void {
  counts[faults.length === 0 ? 'passed' : 'failed'] += 1;
  console.log(`${faults.length === 0 ? '✓' : '✗'} ${[what, ...faults].join(': ')}`);
}

// The driver's package does not ask for the browser's, nor the browser's for what plays sounds: a page with one then ends it.
const players = ['gstreamer1.0-plugins-base', 'gstreamer1.0-plugins-good'];
await installPackages(['wpewebkit-driver', 'libwpewebkit-1.1-0', ...players]);
const receiver = await startTelemetryReceiver();
const services = { ipLookupUrl: '/ip?format=json', telemetryUrl: receiver.url };

async function lookAt(world: World): Promise<void> {
  const place = await preparePlace(world);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  for (const as of new Set(screens.map((shot) => shot.as))) {
    const webkit = await WebKit.start();
    console.log(`WebKit ${webkit.version}, ${as}`);
    await holdWhoLooks(webkit, as, world, place);
    for (const language of languages)
      for (const shot of screens.filter((one) => one.as === as)) {
        const address = new URL(shot.url(place), world.url);
        address.searchParams.set('lng', language);
        // From nowhere: an address that differs in its # alone would load nothing.
        await webkit.open('about:blank');
        await webkit.open(address.href);
        const faults = await faultsOf(webkit);
        await writeFile(`${folder}/${shot.name}-${language}.png`, await webkit.picture());
        tell(`${shot.name}, ${language}`, faults);
      }
    // Pages listen for errors from two seconds on, and send what they have to tell when they are left; this error shows it.
    await delay(3_000);
    await webkit.run('setTimeout(() => { throw new Error(arguments[0]); }, 0, arguments[0]);', planted(as));
    await delay(500);
    await webkit.open('about:blank');
    await delay(500);
    await webkit.close();
    const isPlanted = (error: string) => error.includes(planted(as));
    tell(`errors of ${as} are told to the monitoring`, receiver.errors().some(isPlanted) ? [] : ['none came']);
  }
  const others = receiver.errors().filter((error) => !error.includes(planted('')));
  tell('no other error was told to the monitoring', others);
}

await withBuiltWorld(lookAt, { api: { services }, gateway: { services } });
await receiver.close();
console.log(`Pictures are in ${folder}.`);
console.log(`${counts.passed} passed, ${counts.failed} failed`);
if (counts.failed > 0) process.exitCode = 1;
