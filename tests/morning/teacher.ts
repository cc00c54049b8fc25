import type { Browser, Page } from 'playwright-core';
import { localeOf } from '#schema/languages.ts';
import { patience } from '#tests/support/patience.ts';
import { demoEmail, demoPassword } from '#tests/support/people.ts';
import type { World } from '#tests/support/world.ts';
import { classList, copied } from './class-list.ts';
import type { Child, Classroom } from './classroom.ts';
import { sizes, type Language } from './views.ts';

/** The teacher's laptop. */
export class Teacher {
  readonly complaints: string[] = [];

  private constructor(
    readonly page: Page,
    private readonly url: string,
  ) {}

  static async signIn(world: World, browser: Browser, language: Language): Promise<Teacher> {
    const context = await browser.newContext({
      viewport: sizes.board,
      locale: localeOf(language),
      reducedMotion: 'reduce',
      serviceWorkers: 'block',
    });
    context.setDefaultTimeout(2 * patience);
    const teacher = new Teacher(await context.newPage(), world.url);
    context.on('console', (message) => {
      if (message.type() === 'error') teacher.complaints.push(`teacher: ${message.text()}`);
    });
    context.on('weberror', (event) => teacher.complaints.push(`teacher: ${event.error().message}`));
    const { page } = teacher;
    await page.goto(`${world.url}/login`);
    await page.locator('input[name=email]').fill(demoEmail.Teacher);
    await page.locator('input[name=password]').fill(demoPassword);
    await page.locator('button[type=submit]').click();
    await page.locator('.top-bar').waitFor();
    return teacher;
  }

  close = (): Promise<void> => this.page.context().close();

  private async open(path: string): Promise<void> {
    await this.page.goto(`${this.url}${path}`);
    await this.page.locator('main h1').waitFor();
  }

  /** Pastes the class's list, looks at the lines, and adds them. */
  async pasteList(classId: string, language: Language, look: () => Promise<void>): Promise<void> {
    const list = classList(language);
    await this.open(`/classes/${classId}/students/add`);
    await this.page.locator('.roster-paste textarea').fill(copied(list));
    await this.page.locator('.roster-paste .roster-buttons button').first().click();
    await this.page
      .locator('.roster-row')
      .nth(list.length - 1)
      .waitFor();
    await look();
    await this.page.locator('.roster-form button[type=submit]').click();
    await this.page.waitForURL(`**/classes/${classId}/students`);
    await this.page
      .getByText(list.at(0)?.name ?? '')
      .first()
      .waitFor();
  }

  async showBoard({ id, listeningCode }: Classroom): Promise<void> {
    await this.page.goto(`${this.url}/classes/${id}/present?content=${listeningCode}`);
    await this.page.locator('.board').waitFor();
  }

  async callEverybody(): Promise<void> {
    await this.page.locator('.everybody').click();
    await this.page.locator('.everybody-counts').waitFor();
  }

  /** Waits until the board counts so many tablets of those that are here, or have heard, spoken or finished. */
  async counts(place: 'here' | 'heard' | 'spoken' | 'finished', count: number): Promise<void> {
    const at = ['here', 'heard', 'spoken', 'finished'].indexOf(place);
    const counts = this.page.locator('.everybody-counts');
    const end = Date.now() + 4 * patience;
    for (let shown = ''; ; await this.page.waitForTimeout(200)) {
      shown = await counts.innerText();
      if (Number([...shown.matchAll(/\d+/g)][at]?.[0]) === count) return;
      if (Date.now() > end) throw new Error(`The board does not count ${count} ${place}, but says ${shown}`);
    }
  }

  /** The page that is so many pages further in the book. */
  async turnTo(hashCode: string): Promise<void> {
    while (!this.page.url().includes(hashCode)) {
      const before = this.page.url();
      await this.page.locator('.board-next').click();
      await this.page.waitForURL((url) => url.href !== before);
    }
  }

  async showFollowers(): Promise<void> {
    await this.page.locator('.everybody-counts').click();
    await this.page.locator('.follower-list tbody tr').first().waitFor();
  }

  async hideFollowers(): Promise<void> {
    await this.page.locator('.follower-list header button').click();
    await this.page.locator('.follower-list').waitFor({ state: 'detached' });
  }

  async leaveBoard(): Promise<void> {
    await this.page.locator('.board-head > button').first().click();
    await this.page.locator('main h1').waitFor();
  }

  /** Approves all posts of the class, a page of them at a time. */
  async approveAll(classId: string, look: () => Promise<void>): Promise<void> {
    await this.open(`/classes/${classId}/community?state=PENDING`);
    const all = this.page.locator('.approve-all');
    const waiting = this.page.locator('.post-buttons .bp6-intent-primary');
    await waiting.first().waitFor();
    await look();
    for (let left = await waiting.count(); left > 0; left = await waiting.count()) {
      // The next page of posts may take the button away from under the pointer.
      await (left === 1 ? waiting.first() : all).click({ timeout: 5_000 }).catch(() => undefined);
      await this.page.waitForLoadState('networkidle');
      await this.page.locator('.list-card .bp6-skeleton').first().waitFor({ state: 'detached' });
    }
  }

  /** Answers a child's recording with a stamp, at the child's own page. */
  async stamp(classId: string, child: Child): Promise<void> {
    await this.openRecordings(classId, child);
    await this.page.locator('.student-recordings .post-replies button').first().click();
    await this.page.locator('.student-recordings .reply-stamps button').first().click();
    await this.page.locator('.student-recordings .reply-stamp').waitFor();
  }

  /** Answers with a voice. */
  async speakTo(classId: string, child: Child): Promise<void> {
    await this.openRecordings(classId, child);
    await this.page.locator('.student-recordings .post-replies button').first().click();
    await this.page.locator('.student-recordings .reply-desk > .bp6-button').click();
    const recorder = this.page.locator('.student-recordings .sound-recorder');
    await recorder.locator('.sound-buttons .bp6-intent-primary').click();
    await recorder.and(this.page.locator('[data-step=recording]')).waitFor();
    // The answer has a length: this is no wait for something to happen.
    await this.page.waitForTimeout(1_500);
    await recorder.locator('.bp6-intent-danger').click();
    await recorder.and(this.page.locator('[data-step=made]')).waitFor();
    await recorder.locator('.sound-buttons .bp6-intent-primary').click();
    await this.page.locator('.student-recordings .post-replies audio').waitFor({ timeout: 4 * patience });
  }

  private async openRecordings(classId: string, { id, name }: Child): Promise<void> {
    await this.open(`/classes/${classId}/students/${id}`);
    await this.page.locator('#student-name').getByText(name, { exact: true }).waitFor();
    await this.page.locator('.student-recordings audio').first().waitFor();
  }
}
