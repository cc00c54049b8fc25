import { setTimeout as wait } from 'node:timers/promises';
import { paths } from '#web/paths.ts';
import { type Classroom, Device, type Pupil, type Work } from './device.ts';
import { Refused, Tally } from './tally.ts';

/** Milliseconds from the bell until the last device has begun. */
export const ringing = 3_000;
/** Milliseconds that a child stays on a page, on the day's shortened clock. */
const stay = 1_000;
/** Children in their lesson at once at most: a machine that is slower makes the day longer. */
const present = 200;
/** Milliseconds between two openings of a lone child's class. */
const breath = 25;
/** Milliseconds after which the app asks what stands beside its page. */
const settled = 2_000;

interface Phase {
  readonly url: string;
  readonly pupils: readonly Pupil[];
}

/** A lone child, and then another, opens a class until something else has ended. */
export async function loneChildren({ url, pupils }: Phase, until: Promise<unknown>): Promise<Tally> {
  const tally = new Tally();
  let isOver = false;
  const over = () => (isOver = true);
  until.then(over, over);
  for (let number = 0; !isOver; number += 1) {
    const pupil = pupils[number % pupils.length];
    if (pupil) await Device.use({ url, tally, room: pupil.room, pupil }, (device) => device.openClass());
    await wait(breath);
  }
  return tally;
}

/** Devices behind one address open their classes within three seconds. */
export async function bell({ url, pupils }: Phase, address: string): Promise<Tally> {
  const tally = new Tally();
  const ring = async (pupil: Pupil, number: number) => {
    await wait((ringing * number) / pupils.length);
    await Device.use({ url, tally, pupil, room: { ...pupil.room, address } }, async (device) => {
      await device.openClass();
      await wait(settled);
      await device.askServices();
      await device.leave('Class', paths.studentClass(pupil.room.hashCode));
    });
  };
  await Promise.all(pupils.map(ring));
  return tally;
}

/** The same of devices that have never been here: their scripts, a profile for each, and what makes the app work offline. */
export async function firstBell(url: string, rooms: readonly Classroom[], address: string): Promise<Tally> {
  const tally = new Tally();
  const ring = async (room: Classroom, number: number) => {
    await wait((ringing * number) / rooms.length);
    await Device.use({ url, tally, room: { ...room, address } }, async (device) => {
      await device.openAsNewcomer();
      await wait(settled);
      await device.askServices();
      await device.keepApp();
      await device.leave('Class', paths.studentClass(room.hashCode));
    });
  };
  await Promise.all(rooms.map(ring));
  return tally;
}

interface Day extends Phase {
  /** In which all children come, one after the other, unless too many are there. */
  readonly seconds: number;
  readonly recording: Work;
  /** One of so many children records. */
  readonly oneIn: number;
}

/** Each child has one lesson: its class, a unit, all of the unit's pages, and for some a recording. */
export async function schoolDay({ url, pupils, seconds, recording, oneIn }: Day): Promise<Tally> {
  const tally = new Tally();
  const rooms = [...new Set(pupils.map(({ room }) => room))];
  const startedAt = performance.now();
  const attend = async (pupil: Pupil, number: number) => {
    const { room } = pupil;
    await wait(Math.max(0, (seconds * 1000 * number) / pupils.length - (performance.now() - startedAt)));
    await Device.use({ url, tally, room, pupil }, async (device) => {
      const units = await device.openClass();
      await device.askServices();
      await wait(stay);
      await device.leave('Class', paths.studentClass(room.hashCode));
      const unit = units[rooms.indexOf(room) % units.length];
      if (!unit) throw new Refused('a class without units');
      const contents = await device.openUnit(unit);
      await wait(stay);
      await device.leave('Unit detail', paths.unitDetail({ unit: unit.hashCode }), { lessonId: unit.id });
      const request = number % oneIn === 0 ? await device.send(recording, unit) : undefined;
      for (const { id: contentId, hashCode } of contents) {
        await wait(stay);
        await device.leave('Content', paths.studentContent(hashCode), { lessonId: unit.id, contentId });
      }
      if (request !== undefined) await device.follow(request);
    });
  };
  const waiting = pupils.entries();
  const seat = async () => {
    for (const [number, pupil] of waiting) await attend(pupil, number);
  };
  await Promise.all(Array.from({ length: present }, seat));
  return tally;
}

/** How long an upload took, in milliseconds from its first byte. */
export interface Upload {
  readonly requestId: string;
  readonly work: Work;
  /** By the clock of this machine, since 1970. */
  readonly startedAt: number;
  readonly accepted: number;
}

/** Tablets behind one address that each send a work at once, and stay until it is ready. */
export async function uploadHall({ url, pupils }: Phase, works: readonly Work[], address: string) {
  const tally = new Tally();
  const uploads: Upload[] = [];
  const send = async (pupil: Pupil, number: number) => {
    const work = works[number % works.length];
    await Device.use({ url, tally, pupil, room: { ...pupil.room, address } }, async (device) => {
      const [unit] = await device.openClass();
      if (!unit || !work) return;
      const startedAt = Date.now();
      const requestId = await device.send(work, unit);
      uploads.push({ requestId, work, startedAt, accepted: Date.now() - startedAt });
      await device.follow(requestId);
    });
  };
  await Promise.all(pupils.map(send));
  return { tally, uploads };
}
