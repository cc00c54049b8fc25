import type { Page } from 'playwright-core';
import type { ContentType } from '#schema/rest/enumerations.ts';
import type { Child } from '#tests/support/child-device.ts';
import type { Product } from '#tests/support/product.ts';

interface Content {
  /** The hash code. */
  readonly code: string;
  /** The unit's hash code. */
  readonly unit: string;
}

/** The published contents of a type in a child's textbook, with a picture, in printed order. */
export async function contentsOf({ world }: Product, { classId }: Child, type: ContentType): Promise<Content[]> {
  const { rows } = await world.services.pool.query<Content>(
    `select contents.hash_code as code, lessons.hash_code as unit
       from contents join lessons on lessons.id = lesson_id join classes on classes.textbook_id = lessons.textbook_id
      where classes.id = $1 and type = $2 and contents.published_at is not null and contents.deleted_at is null
        and page_image_media_id is not null
      order by lessons.position, contents.position`,
    [classId, type],
  );
  return rows;
}

export async function firstContent(product: Product, child: Child, type: ContentType): Promise<Content> {
  const [content] = await contentsOf(product, child, type);
  if (!content) throw new Error(`the demo school has no content of the type ${type}`);
  return content;
}

/** The paths that a page asks for, and the operations that it sends, from now on. */
export function watchRequests(page: Page) {
  const asked: string[] = [];
  const operations: (string | undefined)[] = [];
  page.on('request', (request) => {
    asked.push(new URL(request.url()).pathname);
    if (request.url().endsWith('/graphql'))
      operations.push((request.postDataJSON() as { operationName?: string } | null)?.operationName);
  });
  return { asked, operations };
}

/** Holds the students' own script back until the returned function is called. */
export async function holdScripts(page: Page): Promise<() => void> {
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(/\/assets\/student-[\w-]+\.js$/, async (route) => {
    await released;
    await route.continue();
  });
  return () => release();
}

/** Resolves when a picture and all style sheets have been loaded. */
export const isThere = (page: Page, selector: string) =>
  page.waitForFunction((wanted) => {
    const picture = document.querySelector<HTMLImageElement>(wanted);
    const sheets = [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')];
    return picture !== null && picture.complete && picture.naturalWidth > 0 && sheets.every(({ sheet }) => sheet);
  }, selector);
