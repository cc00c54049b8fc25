import type { Browser } from 'playwright-core';
import { eachOf } from '#api/ground/each-of.ts';
import type { World } from '#tests/support/world.ts';
import { askAsTeacher, childrenOf, makeClassroom, type Child, type Classroom } from './classroom.ts';
import { recordingFaults, storedFaults } from './proof.ts';
import { Tablet } from './tablet.ts';
import { Teacher } from './teacher.ts';
import { picture, type Gallery, type Language } from './views.ts';

const tabletCount = 10;

interface Morning {
  readonly world: World;
  readonly browser: Browser;
  readonly gallery: Gallery;
  readonly language: Language;
}

/** Thirty children and ten tablets: faces, cards, a lesson on the board, recordings, answers. Returns the faults. */
export async function playMorning({ world, browser, gallery, language }: Morning): Promise<readonly string[]> {
  const say = (text: string) => console.log(`${language}: ${text}`);
  const ask = await askAsTeacher(world);
  const made = await makeClassroom(ask, language);
  const teacher = await Teacher.signIn(world, browser, language);
  const watch = (moment: string, of: { readonly page: Teacher['page'] }) =>
    picture(of.page, gallery, { moment, language });

  await teacher.pasteList(made.id, language, () => watch('01-list', teacher));
  await watch('02-students', teacher);
  const room: Classroom = { ...made, children: await childrenOf(ask, made.id, language) };
  say(`${room.children.length} children are in ${room.className}`);
  const tablets = await Promise.all(
    Array.from({ length: tabletCount }, (_, number) =>
      Tablet.open({ browser, baseURL: world.url, room, language, number }),
    ),
  );
  const groups = [0, 1, 2].map((at) => room.children.slice(at * tabletCount, (at + 1) * tabletCount));
  const [byFace = [], byCard = [], byHand = []] = groups;
  const [one] = tablets;
  if (!one) throw new Error('No tablet');

  await one.scanClass();
  await watch('03-faces', one);
  await each(tablets, byFace, async (tablet, child) => {
    if (tablet !== one) await tablet.scanClass();
    await tablet.chooseFace(child);
    await tablet.waitForClassPage();
  });
  await watch('04-class', one);
  await each(tablets, byFace, async (tablet) => {
    await tablet.openSpeaking();
    await tablet.speakAndSend();
  });
  await watch('05-spoken', one);
  say('ten children came by their faces, and spoke');

  await each(tablets, byCard, async (tablet, child) => {
    await tablet.scanCard(child);
    await tablet.openSpeaking();
    await tablet.speakAndSend();
  });
  say('ten came by their cards, and spoke');

  await each(tablets, byHand, (tablet, child) => tablet.handTo(child));
  await watch('06-handed-over', one);
  say('ten more were handed the tablets');

  await teacher.showBoard(room);
  await teacher.callEverybody();
  await one.page.locator('.follow-yes').waitFor();
  await watch('07-asked', one);
  await each(tablets, byHand, async (tablet) => {
    await tablet.page.locator('.follow-yes').click();
    await tablet.page.waitForURL(`**/student/content/${room.listeningCode}?*`);
    await tablet.page.locator('.sound-spot').first().click();
  });
  await teacher.counts('here', tabletCount);
  await teacher.counts('heard', tabletCount);
  await watch('08-board-listens', teacher);
  await watch('09-tablet-listens', one);
  await teacher.turnTo(room.speakingCode);
  await each(tablets, byHand, async (tablet) => {
    await tablet.page.waitForURL(`**/student/content/${room.speakingCode}?*`);
    await tablet.speakAndSend();
  });
  await teacher.counts('spoken', tabletCount);
  await watch('10-board-speaks', teacher);
  await teacher.showFollowers();
  await watch('11-followers', teacher);
  await teacher.hideFollowers();
  await teacher.leaveBoard();
  await one.page.locator('.follow-bar').waitFor({ state: 'detached' });
  say('everybody was with the board, heard and spoke');

  await teacher.approveAll(room.id, () => watch('12-wall-waits', teacher));
  for (const child of room.children)
    await (child.number === 1 ? teacher.speakTo(room.id, child) : teacher.stamp(room.id, child));
  await watch('13-answered', teacher);
  say('the teacher has heard and answered thirty recordings');

  // Each child comes back to another tablet than before.
  for (const [at, group] of groups.entries()) {
    const elsewhere = tablets.map((_, number) => tablets[(number + at + 3) % tabletCount] ?? one);
    await each(elsewhere, group, async (tablet, child) => {
      await tablet.scanCard(child);
      await tablet.page.locator('.new-reply').first().waitFor();
      if (at === 0 && child.number === 1) await watch('14-answer-waits', tablet);
      await tablet.findAnswer();
      if (child.number <= 2) await watch(`15-answer-${child.number}`, tablet);
      await tablet.findDone();
    });
  }
  say('every child found its answer and its hanamaru on another tablet');

  const faults = [
    ...(await storedFaults(world, room)),
    ...(await recordingFaults(ask, teacher, room)),
    ...teacher.complaints,
    ...tablets.flatMap(({ complaints }) => complaints),
  ].map((fault) => `${language}: ${fault}`);
  await Promise.all([teacher.close(), ...tablets.map((tablet) => tablet.close())]);
  return faults;
}

/** How many tablets act at the same time. In a classroom each tablet has its own processor; here all share one machine. */
const atOnce = 3;

/** Does one act on each tablet with its child. All pages stay open; `atOnce` of them act at the same time. */
const each = (
  tablets: readonly Tablet[],
  children: readonly Child[],
  act: (tablet: Tablet, child: Child) => Promise<unknown>,
): Promise<unknown> =>
  eachOf([...children.entries()], atOnce, async ([at, child]) => {
    const tablet = tablets[at];
    await tablet?.hold(child, () => act(tablet, child));
  });
