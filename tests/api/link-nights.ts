import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { sql } from 'drizzle-orm';
import { beforeEach } from 'vitest';
import type { z } from 'zod';
import { checkAllLinks, type NightLimits } from '#api/domains/link-health/night.ts';
import { newId } from '#api/ground/db/ids.ts';
import { type contents, linkChecks, textbooks, users } from '#api/ground/db/schema.ts';
import type { Settings } from '#api/ground/settings/settings.ts';
import { ContentType } from '#schema/rest/enumerations.ts';
import { type BrokenLink, brokenLinks, checkBrokenLink } from '#schema/rest/link-health.ts';
import { startStandIn } from '#tests/gateway/stand-in.ts';
import { makeContent, makeLesson, makeMedia, makeTextBook } from '#tests/support/teaching.ts';
import { ownWorld, type WorldOptions } from '#tests/support/world.ts';
import { addStaff, type Member, send, type Sent, tokenOf } from './school.ts';

type Answer = Parameters<typeof startStandIn>[0];
export type { Answer as ServiceAnswer };
type LinkHealth = Settings['linkHealth'];

const known = JSON.stringify({ type: 'video', version: '1.0', html: '<iframe></iframe>' });
/** How a service answers for what it has. */
export const well: Answer = (_, response) => response.writeHead(200, { 'content-type': 'application/json' }).end(known);
export const status =
  (code: number, headers = {}): Answer =>
  (_, response) =>
    response.writeHead(code, headers).end('no');

/** A real server in place of both services. */
export async function startService(answer: Answer) {
  const { url, calls } = await startStandIn(answer);
  return { calls, linkHealth: { asks: true, video: `${url}/oembed`, game: `${url}/api/oembed` } };
}

const videoId = () => newId().replaceAll('-', '').slice(-11);
export const aVideo = () => ({
  type: ContentType.VIDEO,
  youtubeLink: `https://www.youtube.com/watch?v=${videoId()}&t=30`,
});
export const aGame = () => ({
  type: ContentType.GAME,
  wordwallLink: `https://wordwall.net/resource/${Math.floor(Math.random() * 1e12)}`,
});

export interface Night extends Partial<NightLimits> {
  readonly linkHealth?: LinkHealth;
}

/** A school without textbooks, whose nights the tests run, with an administrator. */
export function ownLinks(options: () => WorldOptions = () => ({})) {
  const world = ownWorld(() => ({ ...options(), api: { jobsInApi: false, ...options().api } }));
  const db = () => world.services.db;
  let administrator: Member;
  let token = '';
  let shelf = 0;

  beforeEach(async () => {
    await db().update(textbooks).set({ deletedAt: new Date() });
    await db().update(users).set({ deletedAt: new Date() });
    administrator = await addStaff(world, { role: 'Administrator' });
    token = await tokenOf(world, administrator);
  });

  const night = ({ linkHealth = world.services.settings.linkHealth, ...limits }: Night = {}) =>
    checkAllLinks(
      { ...world.services, settings: { ...world.services.settings, linkHealth } },
      new AbortController().signal,
      limits,
    );

  /** Makes yesterday of today, as far as looks go. */
  const aDayPasses = () =>
    db().execute(sql`update ${linkChecks} set bad_since = bad_since - interval '1 day',
      tried_at = tried_at - interval '1 day', checked_at = checked_at - interval '1 day'`);

  return {
    world,
    db,
    administrator: () => administrator,
    token: () => token,
    night,
    aDayPasses,

    twoNights: async (given: Night): Promise<void> => {
      await night(given);
      await aDayPasses();
      await night(given);
    },

    /** What the list says, with these settings. */
    listed: async (linkHealth?: LinkHealth, query: Sent['query'] = {}): Promise<BrokenLink[]> => {
      Object.assign(world.services.settings, { linkHealth: linkHealth ?? { asks: true, video: '', game: '' } });
      const answer = await send(world, brokenLinks, { token, query }).expect(200);
      return brokenLinks.response.parse(answer.body).items;
    },

    look: async (id: string): Promise<z.output<typeof checkBrokenLink.response>> =>
      checkBrokenLink.response.parse((await send(world, checkBrokenLink, { token, params: { id } }).expect(200)).body),

    /** A textbook with one unit, for contents; later ones come later in the list. */
    aBook: async (over: Parameters<typeof makeTextBook>[1] = {}) => {
      shelf += 1;
      const book = await makeTextBook(db(), { name: `Book ${String(shelf).padStart(3, '0')}`, ...over });
      const unit = await makeLesson(db(), { textbookId: book.id, position: 0 });
      let position = 0;
      const content = (given: Partial<typeof contents.$inferInsert>) =>
        makeContent(db(), { lessonId: unit.id, position: (position += 1), ...given });
      return { book, unit, content };
    },

    /** A picture in the store. */
    aFile: async (text = 'picture') => {
      const row = await makeMedia(db(), {
        ...{ kind: 'image', contentType: 'image/png', fileName: 'page.png' },
        byteSize: Buffer.byteLength(text),
        sha256: createHash('sha256').update(text).digest('hex'),
      });
      await world.services.storage.put(row.storageKey, Readable.from([text]));
      return row;
    },
  };
}
