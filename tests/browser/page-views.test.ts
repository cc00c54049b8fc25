import { beforeAll, describe, expect, it } from 'vitest';
import { childDevice, childWhoMade, type Child } from '#tests/support/child-device.ts';
import { startProduct } from '#tests/support/product.ts';

const product = startProduct();
/** Children of one class, one for each test: what a device tells may come twice, and late. */
let children: readonly Child[];
beforeAll(async () => {
  const { pool } = product.world.services;
  const { classId, classCode, postId } = await childWhoMade(product, 'My house');
  const { rows } = await pool.query<Pick<Child, 'profileId' | 'name' | 'animal'>>(
    `select profiles.id as "profileId", name, animal from profiles join class_profiles on profile_id = profiles.id
      where class_id = $1 order by profiles.id limit 4`,
    [classId],
  );
  children = rows.map((row) => ({ ...row, classId, classCode, postId }));
  // The demo school's own views are not these.
  await pool.query('truncate page_views');
});

/** A child of the class, of whom nothing has been told yet. */
function childAt(index: number): Child {
  const child = children[index];
  if (!child) throw new Error('the class is too small');
  return child;
}

interface Row {
  readonly name: string;
  readonly class: boolean;
  readonly book: boolean;
  readonly content: boolean;
  readonly key: string | null;
  readonly ms: number;
}

/** The views of a child's pages that arrived, in the order in which they began. */
async function arrived({ profileId }: Child): Promise<readonly Row[]> {
  const { rows } = await product.world.services.pool.query<Row>(
    `select name, class_id is not null as class, textbook_id is not null as book, content_id is not null as content,
            session_key as key, duration_ms as ms
       from page_views where profile_id = $1 order by started_at`,
    [profileId],
  );
  return rows;
}
const names = (child: Child) => async () => (await arrived(child)).map(({ name }) => name);

describe('what a child looks at', () => {
  it('is told page by page with what it belongs to, and never of the profiles page', async () => {
    const child = childAt(0);
    const { page, context, complaints } = await childDevice(product, child, `/student/class/${child.classCode}`);
    await page
      .getByRole('link', { name: /Unit 2/ })
      .last()
      .click();
    await page.waitForURL('**/student/unit-detail*');
    await page.locator('main a[href*="/student/content/"]').first().click();
    await page.waitForURL('**/student/content/*');
    await page.locator('.content-title h1').waitFor();
    await page.goto(`${product.world.url}/student/profiles`);
    await page.getByText(child.name).first().waitFor();
    await expect.poll(names(child)).toEqual(['Class', 'Unit detail', 'Content']);
    const rows = await arrived(child);
    expect(rows.every((row) => row.class && row.book)).toBe(true);
    expect(rows.map(({ content }) => content)).toEqual([false, false, true]);
    expect(new Set(rows.map(({ key }) => key)).size).toBe(1);
    expect(rows[0]?.key).toMatch(/^[\da-f-]{36}$/);
    expect(rows.at(-1)?.ms).toBeGreaterThan(0);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('waits on the device while the network is away, without a word to the child, and arrives once', async () => {
    const child = childAt(1);
    const { page, context } = await childDevice(product, child, `/student/class/${child.classCode}`);
    await page
      .getByRole('link', { name: /Unit 2/ })
      .last()
      .waitFor();
    await context.route('**/graphql', (route) =>
      route.request().postData()?.includes('RecordPageView') ? route.abort('internetdisconnected') : route.continue(),
    );
    await page
      .getByRole('link', { name: /Unit 2/ })
      .last()
      .click();
    await page.waitForURL('**/student/unit-detail*');
    const waiting = () =>
      page.evaluate(() => (JSON.parse(localStorage.getItem('pageViews') ?? '[]') as unknown[]).length);
    await expect.poll(waiting).toBe(1);
    expect(await page.getByRole('alert').count()).toBe(0);
    await context.unroute('**/graphql');
    await page.reload();
    await expect.poll(names(child)).toEqual(['Class', 'Unit detail']);
    await expect.poll(waiting).toBe(0);
    await context.close();
  });

  it('is heard where a sound was played to its end, and opened alone elsewhere', async () => {
    const child = childAt(3);
    const { pool } = product.world.services;
    const { rows } = await pool.query<{ heard: string; silent: string }>(
      `select max(hash_code) filter (where type = 5) as heard, max(hash_code) filter (where type = 1) as silent
        from contents where published_at is not null and (type = 1 or exists (
          select from push_and_listen_items where content_id = contents.id and deleted_at is null and spot_x is not null))`,
    );
    const [codes] = rows;
    // Not ordered by time: the server computes the start from the time of arrival, and either message may arrive late.
    const heard = async () => {
      const views = await pool.query<{ code: string; heard: boolean | null }>(
        `select hash_code as code, heard from page_views join contents on contents.id = content_id
          where profile_id = $1 order by heard`,
        [child.profileId],
      );
      return views.rows.map((row) => [row.code, row.heard]);
    };
    const at = (code: string | undefined) => `/student/content/${code}?class=${child.classCode}`;
    const { page, context, complaints } = await childDevice(product, child, at(codes?.silent));
    // The page of the book comes before the scripts, its buttons with the app.
    await page.locator('.page-tools button').first().waitFor();
    await page.goto(`${product.world.url}${at(codes?.heard)}`);
    await page.locator('.sound-spot').first().click();
    await page.locator('.sound-spot[data-heard]').first().waitFor();
    await page.goto(`${product.world.url}/student/profiles`);
    await expect.poll(heard).toEqual([
      [codes?.silent, false],
      [codes?.heard, true],
    ]);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('is told when the tab is closed', async () => {
    const child = childAt(2);
    const { page, context } = await childDevice(product, child, `/student/community/list?class=${child.classCode}`);
    await page.locator('.post').first().waitFor();
    await page.close({ runBeforeUnload: true });
    await expect.poll(names(child)).toContain('Community');
    await context.close();
  });
});
