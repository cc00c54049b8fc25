import { expect, it } from 'vitest';
import { newId } from '#api/ground/db/ids.ts';
import { ContentType } from '#schema/rest/enumerations.ts';
import { answerWorks } from '#tests/shots/answered-works.ts';
import { giveAlbum } from '#tests/support/albums.ts';
import { takesOverCodes } from '#tests/support/kept-codes.ts';
import { keepViews } from '#tests/support/kept-views.ts';
import { withWebFonts } from '#tests/support/browser.ts';
import { walkLimit } from '#tests/support/patience.ts';
import { startProduct } from '#tests/support/product.ts';
import { dayFromNow, makeChild } from '#tests/support/teaching.ts';
import { walk } from './staff-look.ts';
import { listStates, opened, refused, instead, type StaffScreen } from './staff-screens.ts';
import { askedFirst, discarded, fill } from './typed.ts';

const product = startProduct(undefined, withWebFonts);

async function ofClasses(): Promise<readonly StaffScreen[]> {
  const { services } = product.world;
  const { rows } = await services.pool.query<{ id: string; textbookId: string; contentId: string }>(
    `select classes.id, textbook_id as "textbookId",
            (select contents.id from contents join lessons on lessons.id = lesson_id
              where lessons.textbook_id = classes.textbook_id order by contents.id limit 1) as "contentId"
       from classes where class_name = 'Class 4B' order by classes.id`,
  );
  const [{ id, ...used } = { id: '', textbookId: '', contentId: '' }] = rows;
  await keepViews(services, { ...used, classId: id, startedAt: new Date('2031-05-01T03:00:00Z') });
  await takesOverCodes(services, id, dayFromNow(90));
  const at = `/classes/${id}`;
  const codeOf = async (type: ContentType) => {
    const found = await services.pool.query<{ code: string }>(
      `select contents.hash_code as code from contents join lessons on lessons.id = lesson_id
        where textbook_id = $1 and type = $2 and contents.published_at is not null order by contents.id limit 1`,
      [used.textbookId, type],
    );
    return found.rows[0]?.code ?? '';
  };
  const { PUSH_AND_LISTEN, VIDEO, GAME, MUSIC } = ContentType;
  const [sounds, video, game, song] = await Promise.all([PUSH_AND_LISTEN, VIDEO, GAME, MUSIC].map(codeOf));
  // A song that the school keeps, in place of YouTube's.
  await services.pool.query(
    `update contents set youtube_link = null,
       audio_media_id = (select audio_media_id from contents where audio_media_id is not null limit 1)
      where hash_code = $1`,
    [song],
  );
  const { rows: children } = await services.pool.query<{ id: string }>(
    'select profile_id as id from class_profiles where class_id = $1 limit 1',
    [id],
  );
  const childId = children[0]?.id ?? '';
  for (const name of ['Kai', 'Chrysanthemum-Alexandrina']) {
    const waiting = await makeChild(services.db, { classId: id, name });
    await services.pool.query('update class_profiles set waiting = true where profile_id = $1', [waiting.id]);
  }
  await services.pool.query(
    `insert into finished_contents (profile_id, content_id) select $1, id from contents order by id limit 3
     on conflict do nothing`,
    [childId],
  );
  await answerWorks(product.world, { ...used, classId: id, profileIds: [childId, childId] });
  const { rows: teachers } = await services.pool.query<{ id: string }>(
    'select main_teacher_id as id from classes where id = $1',
    [id],
  );
  await giveAlbum(services, { classId: id, profileId: childId, madeById: teachers[0]?.id ?? '' });
  const picker = (nth: number) => opened(`.filter input >> nth=${nth}`, '.picker-list [role=option]');
  return [
    {
      ...{ path: '/classes', role: 'Teacher', shows: 'table' },
      states: {
        'with a row’s menu': opened('td .dropdown-button', '[role=menu]'),
        'with teachers to choose': instead('[role=menu]', picker(0)),
        'with textbooks to choose': instead('.picker-list', picker(1)),
        'to extend': async (page) => {
          await page.keyboard.press('Escape');
          const ticks = page.locator('.list-table tbody input[type=checkbox]');
          for (const nth of [0, 1, 2]) await ticks.nth(nth).press('Space');
          await opened('.bulk-actions button:nth-child(3)', 'input[name=endDate]')(page);
        },
        'to copy': instead('.class-dialog', opened('.bulk-actions button:nth-child(4)', '.copy-plan')),
      },
    },
    ...listStates('/classes', 'Classes'),
    {
      ...{ path: '/classes/next-year', role: 'SchoolOwner', shows: '.turn-classes li' },
      states: {
        'with a next class open': async (page) => {
          await page.locator('.school-year input[type=checkbox]').first().press('Space');
          await page.locator('.turn-steps a').nth(1).click();
          await opened('.next-class button', '.next-class-form')(page);
        },
        'with its students': async (page) => {
          await page.locator('.turn-steps a').nth(2).click();
          await page.locator('.turn-student').first().waitFor();
          await page.locator('.turn-target summary').first().click();
        },
        'with a file that is wrong': async (page) => {
          const file = { name: 'x.csv', mimeType: 'text/csv', buffer: Buffer.from('1,a,b,c\n1,a,b,c') };
          await page.locator('.turn-file input[type=file]').setInputFiles(file);
          await page.locator('.turn-file [role=alert] li').waitFor();
        },
        'to check': async (page) => {
          await page.locator('.turn-steps a').nth(3).click();
          await page.locator('.school-year > section > button').and(page.locator(':enabled')).waitFor();
        },
        'with what was made': async (page) => {
          await page.locator('.school-year > section > button').click();
          await page.locator('.turn summary').first().click();
        },
        'to undo': opened('.turn > button', '[role=alertdialog]'),
      },
    },
    {
      ...{ path: '/classes/add', shows: 'input[name=className]' },
      states: {
        'with a calendar': opened('.calendar-button', '[role=gridcell]'),
        'of nothing': async (page) => {
          await page.keyboard.press('Escape');
          await refused()(page);
        },
        'with as many teachers as may be': async (page) => {
          const teachers = page.locator('[data-field=secondaryTeacherIds] input');
          for (let chosen = 1; chosen <= 5; chosen += 1) {
            await teachers.press('ArrowDown');
            await page.getByRole('option').first().waitFor();
            await teachers.press('Enter');
            await page
              .locator('.people li')
              .nth(chosen - 1)
              .waitFor();
          }
          await teachers.press('ArrowDown');
          await page.locator('.picker-list p').waitFor();
        },
      },
    },
    {
      ...{ path: at, newer: true, shows: '.class-units li' },
      states: { 'on the board in full screen': opened('.qr-buttons button', '.class-board img') },
    },
    {
      ...{ path: at, shows: '.class-units li' },
      states: {
        'on the board': opened('.qr-buttons button', '.class-board img'),
        'with a new code to confirm': instead('.class-board', opened('.class-share > button', '[role=alertdialog]')),
      },
    },
    {
      ...{ path: `${at}/present?content=${sounds}`, role: 'Teacher', shows: '.board-spot' },
      states: {
        'with its pages': opened('.board-head > button >> nth=1', '.board-pages li'),
        covered: async (page) => {
          await page.locator('.board-pages > header button').click();
          await page.locator('.board-pages').waitFor({ state: 'detached' });
          for (const nth of [-3, -2, -1]) await page.locator('.board-tools > button').nth(nth).click();
          await page.locator('[role=slider]').press('End');
          await page.locator('.board-spot[data-covered]').first().waitFor();
        },
      },
    },
    {
      ...{ path: `${at}/present?content=${video}`, role: 'Teacher', shows: '.board-cover' },
      states: { playing: opened('.board-cover', '.board-screen iframe') },
    },
    {
      ...{ path: `${at}/present?content=${game}`, role: 'Teacher', shows: '.board-cover' },
      states: {
        'that is blocked': opened('.board-cover', '.board-problem'),
        'with the class’s tablets': opened('.everybody', '.everybody-counts'),
        'with the students who follow': opened('.everybody-counts', '.follower-list'),
      },
    },
    { path: `${at}/present`, role: 'Teacher', shows: '.board-head' },
    { path: `${at}/present?content=${song}`, role: 'Teacher', shows: '.board-stage .board-time' },
    { path: `${at}/present?content=nowhere`, shows: '.panel' },
    { path: `${at}?edit`, shows: 'input[name=className]' },
    { path: `${at}?copy`, shows: '.copy-plan' },
    {
      ...{ path: `${at}/students`, shows: '.profile-name' },
      states: {
        'with a row’s menu': opened('.list-table .dropdown-button', '[role=menu]'),
        'renamed to nothing': async (page) => {
          await opened('[role=menuitem]', '.animal-choices')(page);
          await fill(page, 'name', '　');
          await refused('[role=dialog] button[type=submit]')(page);
        },
        'with a new name to leave': askedFirst,
        'to remove': discarded('.animal-choices', async (page) => {
          await page.locator('.list-table .dropdown-button').first().click();
          await opened('[role=menuitem]:last-of-type', '[role=alertdialog]')(page);
        }),
        'to merge': instead('[role=alertdialog]', async (page) => {
          const ticks = page.locator('.list-table tbody input[type=checkbox]');
          for (const nth of [0, 1]) await ticks.nth(nth).press('Space');
          await opened('.bulk-actions button', '.merge-choice')(page);
        }),
        'with all posts to hide': instead('[role=alertdialog]', async (page) => {
          // By the keyboard: the bar of bulk actions covers the lower rows, and a forced click would land on the bar.
          await page.locator('.list-table thead input[type=checkbox]').press('Space');
          await page.locator('.list-table tbody tr:not(.is-ticked)').first().waitFor({ state: 'detached' });
          await opened('.bulk-actions button:nth-of-type(4)', '[role=alertdialog]')(page);
        }),
        'to remove since a day': instead('[role=alertdialog]', async (page) => {
          await opened('.students-more button', 'input[name=joinedSince]')(page);
          await fill(page, 'joinedSince', '2020-04-01');
          await page.locator('.since-names').waitFor();
        }),
        'with removed students': instead(
          '.class-dialog',
          opened('.students-more button:last-of-type', '.removed-students'),
        ),
      },
    },
    {
      ...{ path: `${at}/students/add`, shows: '.roster-row' },
      states: {
        'with lines to fix': async (page) => {
          await page.locator('.roster-paste textarea').fill('1\tSora Abe\tあべ そら\tdragon\n1\tMia');
          await opened('.roster-buttons button', '.roster-row:nth-child(2)')(page);
          await refused()(page);
        },
      },
    },
    {
      ...{ path: `${at}/students/${childId}`, role: 'Teacher', shows: '.album-link' },
      states: {
        'with an album to end': opened('.album-buttons button:last-of-type', '[role=alertdialog]'),
        'with a voice to record': instead('[role=alertdialog]', async (page) => {
          await opened('.student-takes .post-replies > button', '.reply-desk')(page);
          await opened('.reply-desk > button', '.sound-recorder')(page);
        }),
      },
    },
    { path: `${at}/name-cards`, shows: '.name-card' },
    { path: `${at}/activity`, role: 'Teacher', shows: '.report-period' },
    { path: `${at}/activity?from=2031-05-01&to=2031-05-06`, role: 'Teacher', shows: '.day-chart' },
    { path: `${at}/activity?from=2031-05-01&to=2033-05-06`, role: 'Teacher', shows: '[role=alert]' },
    { path: `/classes/${newId()}`, shows: '.panel' },
  ];
}

it(
  'nothing is wrong with classes at every width and in both languages',
  async () => {
    expect(await walk(product, await ofClasses())).toEqual([]);
  },
  walkLimit,
);
