import type { Page } from 'playwright-core';
import { ChildGuard, ContentType } from '#schema/rest/enumerations.ts';
import type { Child } from '#tests/support/child-device.ts';
import { photo } from '#tests/support/media-samples.ts';
import { choose, speakButton } from '#tests/support/posting.ts';
import type { Product } from '#tests/support/product.ts';
import { record, stopSpeaking, withoutMicrophone } from '#tests/support/speaking.ts';
import { keepWaiting } from '#tests/support/waiting-work.ts';
import { answerWork, classWithBoard, codesOf, emptyClass, guardedClass } from './student-places.ts';

/** A student's screen in one of its states. */
export interface StudentScreen {
  readonly name: string;
  /** Its address; without one, the page stays where the state before has left it. */
  readonly path?: string;
  /** What leads to the state, once the page is there. */
  readonly then?: (page: Page) => Promise<unknown>;
  /** What is there when the state is. */
  readonly shows: string;
}

const clicked = (button: string) => (page: Page) => page.locator(button).first().click();

const sheet = 'dialog[open] .over-title';

/** A film's frame that stays silent, as in a network that answers with a page of its own. */
async function keepFilmAway(page: Page): Promise<void> {
  await page.route('https://www.youtube-nocookie.com/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '' }),
  );
  await page.locator('.stage-cover button').click();
  await page.locator('.stage iframe').waitFor();
  await page.clock.runFor(8_000);
  await page.unroute('https://www.youtube-nocookie.com/**');
}

async function recordForWall(page: Page): Promise<void> {
  await page.locator(speakButton).click();
  await record(page);
}

/** Every screen of the students' and its states, as a child of a family sees them. */
export async function studentScreens(product: Product, child: Child): Promise<readonly StudentScreen[]> {
  const { unit, book, contents } = await codesOf(product, child);
  const inClass = `class=${child.classCode}`;
  const guarded = await guardedClass(product, ChildGuard.PICTURES);
  const withCards = await guardedClass(product, ChildGuard.CARD);
  const withBoard = await classWithBoard(product, child);
  const inEmpty = `class=${await emptyClass(product)}`;
  const content = (type: number) => `/student/content/${contents[type] ?? ''}?${inClass}`;
  const wall = `/student/community/list?${inClass}`;
  const upload = `/student/community/upload?${inClass}`;
  const message = '.message-card';
  return [
    { name: 'the profiles', path: '/student/profiles', shows: '.profile-tile' },
    { name: 'a code that nobody knows', then: unknownCode, shows: '.book-code-hint' },
    { name: 'a new profile', path: '/student/profiles', then: clicked('.profile-tile-add'), shows: sheet },
    {
      name: 'a new profile without a name',
      then: clicked('.add-profile [type=submit]'),
      shows: '.add-profile [role=alert]',
    },
    { name: 'removing a profile', path: '/student/profiles', then: removeSomebody, shows: '.grown-up-pad' },
    { name: 'the faces of a class', path: `/student/profiles?class=${guarded}`, shows: guardedFace },
    { name: 'the animals of a child', then: clicked(guardedFace), shows: '.picture-secret' },
    { name: 'other animals', then: wrongAnimals, shows: '.picture-secret-hint:not(:empty)' },
    {
      name: 'the card of a child',
      path: `/student/profiles?class=${withCards}`,
      then: clicked(guardedFace),
      shows: '.own-card',
    },
    {
      name: 'the languages and sounds',
      path: '/student/profiles',
      then: clicked('.page-header button[aria-haspopup=dialog]'),
      shows: sheet,
    },
    {
      name: 'scanning without a camera',
      path: '/student/profiles',
      then: async (page) => {
        await page.evaluate(() => {
          navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('no', 'NotFoundError'));
        });
        await clicked('.book-code .button[aria-haspopup=dialog]')(page);
      },
      shows: '.scan[data-step=trouble]',
    },
    { name: 'a class', path: `/student/class/${child.classCode}`, shows: '.class-links a' },
    { name: 'a class’s units', path: `/student/unit-list?${inClass}`, shows: 'main h1' },
    { name: 'a book’s units', path: `/student/unit-list?book=${book}`, shows: 'main h1' },
    { name: 'a unit', path: `/student/unit-detail?unit=${unit}&${inClass}`, shows: '.content-card' },
    { name: 'the games', path: `/student/game-list?${inClass}`, shows: '.invitation-code svg' },
    { name: 'class completed', path: '/student/class-completed', shows: 'main h1' },
    { name: 'a class whose book is empty', path: `/student/class/${inEmpty.slice('class='.length)}`, shows: 'main h1' },
    { name: 'no games', path: `/student/game-list?${inEmpty}`, shows: '.invitation-code svg' },
    { name: 'no unit to put a work into', path: `/student/community/upload?${inEmpty}`, shows: message },
    { name: 'a wall with nothing', path: `/student/community/list?${inEmpty}`, shows: 'main h1' },
    { name: 'reading', path: content(ContentType.READ), shows: '.turner, .page-view' },
    {
      name: 'a song',
      path: content(ContentType.MUSIC),
      then: clicked('.stage-cover button'),
      shows: '.player-tools button',
    },
    { name: 'a film', path: content(ContentType.VIDEO), shows: '.stage-cover button' },
    { name: 'a film that plays', then: clicked('.stage-cover button'), shows: '.player-tools button' },
    {
      name: 'a film at its end',
      then: (page) => page.locator('.player [type=range]').fill('60'),
      shows: '.stage-cover button',
    },
    {
      name: 'a film that the network keeps away',
      path: content(ContentType.VIDEO),
      then: keepFilmAway,
      shows: '.stage-problem',
    },
    { name: 'a game', path: content(ContentType.GAME), shows: '.stage-cover button' },
    { name: 'a game that is played', then: clicked('.stage-cover button'), shows: '.stage iframe' },
    { name: 'a game that does not come', then: clicked('.player > .button'), shows: '.stage-problem' },
    { name: 'push and listen', path: content(ContentType.PUSH_AND_LISTEN), shows: '.sound-spot' },
    { name: 'speaking', path: content(ContentType.RECORD), shows: '.record-button' },
    { name: 'a microphone that is locked', then: withoutMicrophone('NotAllowedError'), shows: '[data-mood=refused]' },
    { name: 'a microphone that is missing', then: withoutMicrophone('NotFoundError'), shows: '[data-mood=missing]' },
    { name: 'a microphone that is busy', then: withoutMicrophone('NotReadableError'), shows: '[data-mood=busy]' },
    { name: 'no way to record', then: withoutMicrophone('NotSupportedError'), shows: '[data-mood=unsupported]' },
    { name: 'recording', path: content(ContentType.RECORD), then: record, shows: '.record-desk[data-step=recording]' },
    {
      name: 'a recording',
      then: stopSpeaking,
      shows: '.record-send',
    },
    {
      name: 'taking a recording away',
      then: clicked('.record-others .button >> nth=1'),
      shows: 'dialog[open] .button',
    },
    { name: 'a content that is not linked', path: `/student/content/${'x'.repeat(22)}`, shows: message },
    { name: 'a class that nobody knows', path: '/student/class/nobody-knows', shows: message },
    { name: 'a book that nobody knows', path: `/student/unit-list?book=${'x'.repeat(22)}`, shows: message },
    { name: 'a unit that nobody knows', path: `/student/unit-detail?unit=${'x'.repeat(22)}`, shows: message },
    {
      name: 'a class with an answer of the teacher',
      path: `/student/class/${child.classCode}`,
      then: async (page) => {
        await answerWork(product, child);
        await page.reload();
      },
      shows: '.new-reply svg',
    },
    { name: 'the wall', path: wall, shows: '.teacher-reply' },
    {
      name: 'telling the teacher',
      path: wall,
      then: clicked('.post:not([data-mine]) .button[aria-haspopup=dialog]'),
      shows: sheet,
    },
    {
      name: 'taking one’s work off',
      path: wall,
      then: clicked('.post[data-mine] .button[aria-haspopup=dialog]'),
      shows: sheet,
    },
    { name: 'a work', path: `/student/community/preview?${inClass}&post=${child.postId}`, shows: '.teacher-voice' },
    { name: 'a work that is gone', path: `/student/community/preview?${inClass}&post=none`, shows: message },
    { name: 'choosing a work', path: upload, shows: '.posting-desk' },
    { name: 'a voice for the wall', then: clicked(speakButton), shows: 'dialog[open] .record-button' },
    {
      name: 'a locked microphone at the wall',
      then: withoutMicrophone('NotAllowedError'),
      shows: '[data-mood=refused]',
    },
    { name: 'recording for the wall', path: upload, then: recordForWall, shows: '.record-desk[data-step=recording]' },
    { name: 'a recording for the wall', then: stopSpeaking, shows: '.record-send' },
    { name: 'choosing a work again', path: upload, shows: '.posting-desk' },
    {
      name: 'a picture that cannot be opened',
      then: (page) => choose(page, 'image', { ...aPhoto, buffer: Buffer.from('no picture') }),
      shows: '.posting [role=alert]',
    },
    {
      name: 'a picture to send',
      then: async (page) => choose(page, 'image', { ...aPhoto, buffer: await photo() }),
      shows: 'img.posting-work',
    },
    { name: 'a board that asks', path: `/student/class/${withBoard}`, shows: '.follow-yes' },
    { name: 'a page with the board', then: clicked('.follow-yes'), shows: '.follow-bar ~ * .page-stage, .page-stage' },
    { name: 'an address that is none', path: '/student/nowhere', shows: message },
    { name: 'the check', path: '/student/check', shows: '.check-card' },
    { name: 'the check that asks', then: clicked('.check-start'), shows: '[data-check=wordwall] .check-answers' },
    { name: 'the check’s answers', then: answerCheck, shows: '[data-check=wordwall][data-step=good]' },
    { name: 'works that wait', path: '/student/profiles', then: leaveWaiting(child), shows: '.send-acts button' },
    {
      name: 'removing a profile whose work waits',
      path: '/student/profiles',
      then: removeSomebody,
      shows: '.grown-up [role=alert]',
    },
  ];
}

/** What somebody sees who has no profile on the device. */
export const strangersScreens = ({ classCode }: Child): readonly StudentScreen[] => [
  { name: 'a device without profiles', path: '/student/profiles', shows: '.profile-tile-add' },
  { name: 'a card that is old', path: `/student/card#${'A'.repeat(24)}`, shows: '.message-card' },
  { name: 'the way into a class', path: `/student/class/${classCode}`, shows: '.profile-tile-add' },
  { name: 'an address outside all areas', path: '/nowhere', shows: '.notice a' },
  { name: 'the wall to a visitor', path: `/student/community/list?class=${classCode}`, shows: '.post img' },
];

/** A child of the guarded class, whose name no other child of the device has. */
const guardedFace = '.profile-tile[aria-label*="Hinata"]';

async function wrongAnimals(page: Page): Promise<void> {
  for (const at of [0, 0, 0]) await page.locator('.picture-secret-face').nth(at).click();
}

const aPhoto = { name: 'IMG_1.jpg', mimeType: 'image/jpeg' };

async function unknownCode(page: Page): Promise<void> {
  await page.locator('.book-code input').fill('nobody knows');
  await page.locator('.book-code [type=submit]').click();
}

async function removeSomebody(page: Page): Promise<void> {
  await page.locator('.profiles-ends button').click();
  await page.locator('.profile-tile').first().click();
}

/** Says what was heard and seen, and waits until the other checks have ended. */
async function answerCheck(page: Page): Promise<void> {
  await page.locator('[data-check=sound] .check-answers .button').last().click();
  await page.locator('[data-check=wordwall] .check-answers .button').first().click();
  await page.locator('.check-list:not(:has([data-step=running]))').waitFor();
}

const leaveWaiting = (child: Child) => async (page: Page) => {
  await keepWaiting(page, child.profileId);
  await page.reload();
  await page.locator('.page-header-waiting button').click();
};
