import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { newId } from '#api/ground/db/ids.ts';
import { ContentType } from '#schema/rest/enumerations.ts';
import { keepViews } from '#tests/support/kept-views.ts';
import { photo } from '#tests/support/media-samples.ts';
import { demoEmail } from '#tests/support/people.ts';
import { withWebFonts } from '#tests/support/browser.ts';
import { startProduct } from '#tests/support/product.ts';
import { makeClass, makeContent, makeLesson, makeTextBook } from '#tests/support/teaching.ts';
import { walk } from './staff-look.ts';
import { emptyOf, opened, refused, instead, type StaffScreen } from './staff-screens.ts';
import { fill } from './typed.ts';

const product = startProduct(undefined, withWebFonts);

const db = () => product.world.services.db;
const menu = opened('main .dropdown-button', '[role=menu]');
const picture = async (page: Page) => {
  const buffer = await photo(300, 400);
  await page
    .locator('.picture-field input[type=file]')
    .setInputFiles({ name: 'cover.jpg', mimeType: 'image/jpeg', buffer });
  await page.locator('.crop-area').waitFor();
};

/** Somebody else changes a row while its form is filled in. */
const changedMeanwhile = (table: 'textbooks' | 'contents', id: string) => async (page: Page) => {
  await fill(page, 'name', 'Mine');
  await product.world.services.pool.query(
    `update ${table} set version = version + 1, updated_by_id = (select id from users where email = $1) where id = $2`,
    [demoEmail.SuperAdmin, id],
  );
  await opened('.form-buttons button[type=submit]', '.form-conflict')(page);
};

async function ofBooks(): Promise<readonly StaffScreen[]> {
  const empty = await makeTextBook(db(), { name: 'Empty' });
  const book = await makeTextBook(db(), { name: 'Weather book' });
  await makeClass(db(), { textbookId: book.id, className: 'Runners' });
  const unit = await makeLesson(db(), { textbookId: book.id, position: 0 });
  const draft = await makeLesson(db(), { textbookId: book.id, position: 1, publishedAt: null });
  const opens = { textbookId: book.id, lessonId: unit.id, startedAt: new Date('2031-05-01T03:00:00Z') };
  for (const [position, views] of [0, 1, 9].entries()) {
    const { id: contentId } = await makeContent(db(), { lessonId: unit.id, position });
    await keepViews(product.world.services, ...Array.from({ length: views }, () => ({ ...opens, contentId })));
  }
  await makeContent(db(), { lessonId: draft.id, position: 0 });

  const at = `/text-books/${book.id}`;
  return [
    {
      ...{ path: '/textbooks', shows: 'table' },
      states: {
        'with a row’s menu': opened('td .dropdown-button', '[role=menu]'),
      },
    },
    {
      ...{ path: '/textbooks?view=grid&search=Hello', shows: '.covers tbody tr' },
      states: {
        'that is used': async (page) => {
          await opened('td .dropdown-button', '[role=menu]')(page);
          await opened('[role=menuitem] >> nth=-1', '.used-by')(page);
        },
      },
    },
    emptyOf('/textbooks', 'TextBooks'),
    {
      ...{ path: '/text-books/new', shows: 'input[name=name]' },
      states: {
        'with a picture to crop': picture,
        'with a broken picture': instead('.crop-dialog', async (page) => {
          const buffer = Buffer.from('no picture at all');
          await page.locator('input[type=file]').setInputFiles({ name: 'noise.jpg', mimeType: 'image/jpeg', buffer });
          await page.locator('.picture-problem').waitFor();
        }),
        'of nothing': refused(),
      },
    },
    { path: `/text-books/${empty.id}`, shows: '.unit-tree' },
    {
      ...{ path: `${at}?open=${unit.id}`, shows: '.content-line' },
      states: {
        'with its menu': menu,
        'with a unit’s menu': instead('[role=menu]', opened('.unit-line .dropdown-button', '[role=menu]')),
        'with a place given': instead('[role=menu]', async (page) => {
          await page.locator('.unit-line .order-position').first().fill('2');
        }),
      },
    },
    {
      ...{ path: `${at}?edit`, shows: 'input[name=name]' },
      states: {
        'that classes use': async (page) => {
          await page.locator('input[name=published]').uncheck({ force: true });
          await refused()(page);
        },
        'changed meanwhile': async (page) => {
          await page.locator('input[name=published]').check({ force: true });
          await changedMeanwhile('textbooks', book.id)(page);
        },
      },
    },
    {
      ...{ path: `${at}/map`, shows: '.map-tile' },
      states: { 'of a month': opened('.map-choices button:nth-child(2)', '.map-choices [aria-pressed=true]') },
    },
    { path: `${at}?search=nothing-is-called-so`, shows: '.list-state' },
    { path: `${at}?sort=-number`, shows: '.unit-line' },
    { path: `/units/${unit.id}?search=nothing-is-called-so`, shows: '.list-state' },
    { path: `/units/${unit.id}?sort=-name`, shows: '.content-line' },
    {
      ...{ path: `${at}/printed-codes`, shows: '.printed-thing' },
      states: {
        'with a row’s menu': opened('td .dropdown-button', '[role=menu]'),
        'with something else to open': opened('[role=menuitem] >> nth=0', '.retarget-dialog [role=combobox]'),
        'with the things to choose from': opened('.retarget-dialog [role=combobox] >> nth=1', '[role=option]'),
        'with one chosen': opened('[role=option] >> nth=1', '.retarget-dialog .bp6-intent-primary:not(:disabled)'),
      },
    },
    { path: `${at}/units/new`, shows: 'input[name=number]', states: { 'of nothing': refused() } },
    {
      ...{ path: `/units/${unit.id}`, shows: '.content-line' },
      states: { 'with its menu': menu },
    },
    {
      ...{ path: `/units/${unit.id}?edit`, shows: 'input[name=number]' },
      states: {
        'to unpublish': async (page) => {
          await page.locator('input[name=published]').press('Space');
          await opened('.form-buttons button[type=submit]', '[role=alertdialog]')(page);
        },
      },
    },
    { path: `/text-books/${newId()}`, shows: '.panel' },
    { path: `/units/${newId()}`, shows: '.panel' },
  ];
}

/** A demo content of a type. */
async function contentOf(type: ContentType): Promise<{ id: string; lessonId: string }> {
  const { rows } = await product.world.services.pool.query<{ id: string; lessonId: string }>(
    'select id, lesson_id as "lessonId" from contents where type = $1 and deleted_at is null order by position, id limit 1',
    [type],
  );
  return rows[0] ?? { id: '', lessonId: '' };
}

async function ofContents(): Promise<readonly StaffScreen[]> {
  const read = await contentOf(ContentType.READ);
  const sounds = await contentOf(ContentType.PUSH_AND_LISTEN);
  const chosen = (type: string) => async (page: Page) => {
    await page.locator(`input[name=type][value=${type}]`).check();
    await refused()(page);
  };
  return [
    {
      ...{ path: `/units/${read.lessonId}/contents/new`, shows: '.content-type' },
      states: {
        'of nothing': refused(),
        'to read': chosen('READ'),
        'to sing': chosen('MUSIC'),
        'to watch, whose film does not answer': async (page) => {
          await page.locator('input[name=type][value=VIDEO]').check();
          await fill(page, 'youtubeLink', 'https://youtu.be/aqz-KE-bpKQ');
          await page.locator('.link-blocked').waitFor();
        },
        'to play': async (page) => {
          await chosen('GAME')(page);
          await fill(page, 'wordwallLink', 'https://wordwall.net/resource/12345/colors');
          await page.locator('.link-kept').first().waitFor();
        },
        'to speak': chosen('RECORD'),
        'to push': chosen('PUSH_AND_LISTEN'),
      },
    },
    {
      ...{ path: `/contents/${read.id}`, shows: '.content-share img' },
      states: {
        'with its menu': menu,
        'with a new code to confirm': opened('[role=menuitem]', '[role=alertdialog]'),
        'to delete': instead('[role=alertdialog]', async (page) => {
          await menu(page);
          await opened('[role=menuitem] >> nth=1', '[role=alertdialog]')(page);
        }),
      },
    },
    {
      ...{ path: `/contents/${read.id}`, shows: 'input[name=name]' },
      states: { 'changed meanwhile': changedMeanwhile('contents', read.id) },
    },
    ...(await Promise.all(
      [ContentType.MUSIC, ContentType.VIDEO, ContentType.GAME, ContentType.RECORD, ContentType.PUSH_AND_LISTEN].map(
        async (type) => ({ path: `/contents/${(await contentOf(type)).id}`, shows: '.content-share img' }),
      ),
    )),
    {
      ...{ path: `/contents/${sounds.id}/push-and-listen`, shows: '.spot-page img' },
      states: {
        'with a sound’s menu': opened('.item-line .dropdown-button', '[role=menu]'),
        'with files that are no sounds': instead('[role=menu]', async (page) => {
          const file = { name: 'notes.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4') };
          await page.locator('.add-sounds input[type=file]').setInputFiles(file);
          await page.locator('.queued-sound [role=alert]').waitFor();
        }),
        'with a spot': opened('.item-line button[title]', '.spot-tools'),
        'with a new sound': opened('.add-sounds button >> nth=1', '.item-dialog'),
        'with a new sound of nothing': refused('.item-dialog button[type=submit]'),
        'with a sound of before': opened('.item-dialog .sound-buttons button >> nth=2', '.item-dialog [role=combobox]'),
        'without a microphone': async (page) => {
          await page.evaluate(() => {
            const refused = new DOMException('no', 'NotAllowedError');
            navigator.mediaDevices.getUserMedia = () => Promise.reject(refused);
          });
          await opened('.item-dialog .sound-buttons button >> nth=1', '.sound-recorder')(page);
          await opened('.sound-recorder button', '[data-step=refused]')(page);
        },
        recorded: async (page) => {
          // What the browser has by itself comes back.
          await page.evaluate(() => Reflect.deleteProperty(navigator.mediaDevices, 'getUserMedia'));
          await opened('.sound-recorder button', '[data-step=recording] meter')(page);
          await opened('.sound-recorder button', '[data-step=made] audio')(page);
        },
      },
    },
    { path: `/contents/${newId()}`, shows: '.panel' },
  ];
}

describe('at every width and in both languages, nothing is wrong with', () => {
  it('textbooks and units', async () => {
    expect(await walk(product, await ofBooks())).toEqual([]);
  });

  it('contents', async () => {
    expect(await walk(product, await ofContents())).toEqual([]);
  });
});
