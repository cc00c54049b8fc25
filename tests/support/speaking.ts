import type { Page } from 'playwright-core';
import { ContentType } from '#schema/rest/enumerations.ts';
import type { Device, DeviceOptions } from './browser.ts';
import { hold } from './child-device.ts';
import type { Product } from './product.ts';

interface Speaker {
  readonly content: string;
  readonly class: string;
  readonly profileId: string;
  readonly name: string;
  readonly animal: string;
  /** When this was asked. */
  readonly since: Date;
}

/** A page for speaking with a model sound, a running class whose posts wait for the teacher, and one of its children. */
export async function speakerOf({ world }: Product, child: number): Promise<Speaker> {
  const { rows } = await world.services.pool.query<Speaker>(
    `select contents.hash_code as content, class_hash_code as class, profiles.id as "profileId",
            profiles.name as name, animal, now() as since
       from contents
       join lessons on lessons.id = lesson_id
       join classes on classes.textbook_id = lessons.textbook_id
       join class_profiles on class_profiles.class_id = classes.id
       join profiles on profiles.id = class_profiles.profile_id
      where type = $1 and audio_media_id is not null and contents.published_at is not null
        and approval_required and status = 0 and classes.deleted_at is null and end_date > now()
        and profiles.deleted_at is null
      order by classes.id, contents.id, profiles.id offset $2 limit 1`,
    [ContentType.RECORD, child],
  );
  const [found] = rows;
  if (!found) throw new Error('nobody in the demo school can speak');
  return found;
}

interface SpeakingOptions extends DeviceOptions {
  /** Whether the browser may hear. */
  readonly microphone?: boolean;
  /** Which of the class's children speaks. */
  readonly child?: number;
  /** Opened without a class, as a book's code opens it. */
  readonly withoutClass?: boolean;
  /** Runs in the page before its own code. */
  readonly before?: () => void;
}

export interface Speaking extends Device {
  readonly speaker: Speaker;
}

/** A child at the page for speaking. */
export async function speaking(product: Product, options: SpeakingOptions = {}): Promise<Speaking> {
  const { microphone = true, child = 0, withoutClass = false, before, ...view } = options;
  const speaker = await speakerOf(product, child);
  const device = await product.browser.device({ ...view, refuses: !microphone });
  await hold(product, device, speaker);
  if (before) await device.context.addInitScript(before);
  await device.page.clock.install();
  await device.page.goto(addressOf(product, speaker, withoutClass));
  await device.page.locator('.record-said').first().waitFor();
  return { ...device, speaker };
}

function addressOf({ world }: Product, speaker: Speaker, withoutClass: boolean): string {
  const query = withoutClass ? '' : `?class=${speaker.class}`;
  return new URL(`/student/content/${speaker.content}${query}`, world.url).href;
}

/** How the wall has what a child has made in this test: the demo school's own works may be as young as the school. */
export async function statesOf(
  { world }: Product,
  { profileId, since }: Pick<Speaker, 'profileId' | 'since'>,
): Promise<readonly string[]> {
  const { rows } = await world.services.pool.query<{ state: string }>(
    `select state from community_posts where profile_id = $1 and created_at > $2`,
    [profileId, since],
  );
  return rows.map(({ state }) => state);
}

export const deskAt = (page: Page, step: string) => page.locator(`.record-desk[data-step=${step}]`);

/** In a page: its microphone hears one tone, without a pause. */
export function steadyVoice(): void {
  navigator.mediaDevices.getUserMedia = () => {
    const context = new AudioContext();
    const ear = context.createMediaStreamDestination();
    const tone = context.createOscillator();
    tone.connect(ear);
    tone.start();
    return Promise.resolve(ear.stream);
  };
}

/** Taps the microphone, and is counted down by a clock that goes on at once. */
export async function startSpeaking(page: Page): Promise<void> {
  await page.locator('.record-button').click();
  await countDown(page);
  await deskAt(page, 'recording').waitFor();
}

export async function countDown(page: Page): Promise<void> {
  await page.locator('.record-desk:is([data-step=counting], [data-step=recording])').waitFor();
  await page.clock.runFor(3_000);
}

/** Begins to record a tone. */
export async function record(page: Page): Promise<void> {
  await page.evaluate(steadyVoice);
  await startSpeaking(page);
}

/** Stops after a second. */
export async function stopSpeaking(page: Page): Promise<void> {
  await page.locator('.record-time-used:not([stroke-dasharray^="0 "])').waitFor();
  await page.locator('.record-button').click();
}

/** Speaks for a second, then stops. */
export async function speak(page: Page): Promise<void> {
  await startSpeaking(page);
  await stopSpeaking(page);
}

/** Asks for a microphone that the device refuses for a reason. */
export const withoutMicrophone = (name: string) => async (page: Page) => {
  await page.evaluate((reason) => {
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('no', reason));
  }, name);
  await page.locator('.record-button').click();
};

/** Stops in the very moment in which the recording begins. */
export async function speakTooShort(page: Page): Promise<void> {
  await page.evaluate(() => {
    new MutationObserver((_, watch) => {
      if (!document.querySelector('.record-desk[data-step=recording]')) return;
      watch.disconnect();
      document.querySelector<HTMLButtonElement>('.record-button')?.click();
    }).observe(document.body, { subtree: true, attributes: true, attributeFilter: ['data-step'] });
  });
  await page.locator('.record-button').click();
  await countDown(page);
}
