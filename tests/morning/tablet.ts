import type { Browser, BrowserContext, Page } from 'playwright-core';
import { localeOf } from '#schema/languages.ts';
import { patience } from '#tests/support/patience.ts';
import type { Child, Classroom } from './classroom.ts';
import { sizes, type Language } from './views.ts';
import { hearTone, toneOf } from './voices.ts';

/** For steps that take long on two cores: ten tablets encode sounds, and the server converts them. */
const long = { timeout: 6 * patience };

interface TabletOptions {
  readonly browser: Browser;
  /** Where the product is. */
  readonly baseURL: string;
  readonly room: Classroom;
  readonly language: Language;
  readonly number: number;
}

/** One of the class's tablets, which goes from hand to hand. */
export class Tablet {
  readonly complaints: string[] = [];
  #page: Page;
  #child: Child | undefined;

  private constructor(
    private readonly context: BrowserContext,
    private readonly room: Classroom,
    page: Page,
  ) {
    this.#page = page;
  }

  static async open({ browser, baseURL, room, language, number }: TabletOptions): Promise<Tablet> {
    const context = await browser.newContext({
      // Every fifth one is a phone from home.
      viewport: number % 5 === 4 ? sizes.phone : sizes.tablet,
      hasTouch: true,
      locale: localeOf(language),
      reducedMotion: 'reduce',
      serviceWorkers: 'block',
      baseURL,
    });
    context.setDefaultTimeout(2 * patience);
    await context.addInitScript(hearTone);
    const tablet = new Tablet(context, room, await context.newPage());
    await context.exposeFunction('currentTone', () => toneOf(tablet.child.number));
    context.on('console', (message) => {
      if (message.type() === 'error') tablet.complaints.push(`tablet ${number + 1}: ${message.text()}`);
    });
    context.on('weberror', (event) => tablet.complaints.push(`tablet ${number + 1}: ${event.error().message}`));
    return tablet;
  }

  get page(): Page {
    return this.#page;
  }

  /** The child who has the tablet now. */
  get child(): Child {
    if (!this.#child) throw new Error('Nobody holds this tablet');
    return this.#child;
  }

  close = (): Promise<void> => this.context.close();

  /** Runs one step of a child. An error names the child, and a picture of the tablet is saved. */
  async hold(child: Child, act: () => Promise<unknown>): Promise<void> {
    try {
      await act();
    } catch (error) {
      const path = `shots/morning/failed-${child.number}.png`;
      await this.#page.screenshot({ path, timeout: 5_000 }).catch(() => undefined);
      throw new Error(`${child.number} ${child.name} at ${this.#page.url()}, see ${path}`, { cause: error });
    }
  }

  /** The camera reads the class's code on the board. */
  async scanClass(): Promise<void> {
    await this.#page.goto(`/student/class/${this.room.hashCode}`);
    await this.#page.locator('.profile-tile').nth(this.room.children.length).waitFor();
  }

  /** A child finds its face, and shows its three animals. */
  async chooseFace(child: Child): Promise<void> {
    const { number, name, isNamesake } = child;
    const shown = isNamesake ? `${number} ${name}` : name;
    const faces = this.#page.locator('.profile-tile:not(.profile-tile-add)');
    const names = await faces.locator('.profile-tile-name').allInnerTexts();
    const at = names.findIndex((text) => text.replace(/\s+/g, ' ').trim() === shown);
    if (at < 0) throw new Error(`No face of “${shown}” among ${names.join(', ')}`);
    await faces.nth(at).click();
    for (const place of child.pictureKeys)
      await this.#page.locator('dialog[open] .picture-secret-face').nth(place).click();
    this.#child = child;
  }

  /** The camera reads a child's card, which opens a tab of its own. */
  async scanCard(child: Child): Promise<void> {
    const opened = await this.context.newPage();
    await opened.setViewportSize(this.#page.viewportSize() ?? sizes.tablet);
    await this.#page.close();
    this.#page = opened;
    this.#child = child;
    await opened.goto(child.cardLink);
    await this.waitForClassPage();
  }

  /** Waits for the class's page, with the child's name in its header. */
  async waitForClassPage(): Promise<void> {
    await this.#page.waitForURL(`**/student/class/${this.room.hashCode}`);
    await this.#page.getByRole('heading', { name: this.room.className, exact: true }).waitFor();
    await this.assertShownName();
  }

  async assertShownName(): Promise<void> {
    const { name } = this.child;
    const shown = await this.#page.locator('.page-header-name').innerText();
    if (shown !== name) throw new Error(`The tablet of ${name} says ${shown}`);
  }

  /** Two taps: the name, and the next child's face. The page stays. */
  async handTo(child: Child): Promise<void> {
    const before = new URL(this.#page.url()).pathname;
    await this.#page.locator('.page-header-profile').click();
    await this.#page.locator('.profile-tile').nth(this.room.children.length).waitFor();
    await this.chooseFace(child);
    await this.#page.waitForURL((url) => url.pathname === before);
    await this.#page.locator('.page-header-name').waitFor();
    await this.assertShownName();
  }

  /** From the class's page to the page for speaking. */
  async openSpeaking(): Promise<void> {
    const { unitCode, speakingCode } = this.room;
    await this.#page.locator(`.unit-card[href*="${unitCode}"]`).click();
    await this.#page.locator(`a[href*="${speakingCode}"]`).first().click();
    await this.#page.locator('.record-button').waitFor();
  }

  /** Speaks for a second and a half, and sends it. */
  async speakAndSend(): Promise<void> {
    const desk = (step: string) => this.#page.locator(`.record-desk[data-step=${step}]`);
    await this.#page.locator('.record-button').click();
    await desk('recording').waitFor();
    await this.#page.waitForFunction(() => {
      const used = document.querySelector('.record-time-used')?.getAttribute('stroke-dasharray') ?? '0';
      return Number.parseFloat(used) > 0;
    });
    // A voice has a length: this is no wait for something to happen.
    await this.#page.waitForTimeout(1_500);
    await this.#page.locator('.record-button').click();
    await desk('made').waitFor(long);
    await this.assertShownName();
    await this.#page.locator('.record-send').click();
    await desk('sent').waitFor(long);
  }

  /** The teacher's answer is on the class's page; a tap leads to the work and its stamp. */
  async findAnswer(): Promise<void> {
    const answer = this.#page.locator('.new-reply');
    await answer.first().waitFor();
    const count = await answer.count();
    if (count !== 1) throw new Error(`${this.child.name} finds ${count} answers`);
    await answer.click();
    await this.#page.waitForURL('**/student/community/preview?*');
    await this.#page.locator('.teacher-stamp svg, .teacher-voice').first().waitFor();
  }

  /** The page that the child spoke on has its hanamaru, wherever it was spoken. */
  async findDone(): Promise<void> {
    const { hashCode, unitCode, speakingCode } = this.room;
    await this.#page.goto(`/student/unit-detail?unit=${unitCode}&class=${hashCode}`);
    await this.#page.locator(`a[href*="${speakingCode}"] .content-card-done`).waitFor();
    await this.assertShownName();
  }
}
