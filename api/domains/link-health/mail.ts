import { eq } from 'drizzle-orm';
import { users } from '#api/ground/db/schema.ts';
import { oneLine } from '#api/ground/mail/letter.ts';
import type { Uses } from '#api/ground/services.ts';
import type { Say } from '#api/ground/words.ts';
import type { BrokenLink } from '#schema/rest/link-health.ts';
import { staffName } from '#schema/staff-name.ts';
import type { BrokenLinksMail } from './jobs.ts';
import { brokenLinksById } from './list.ts';

type Services = Uses<'db' | 'settings' | 'mailer' | 'mailWords'>;

const mostLines = 50;

/** Mails the newly broken links, by textbook, with a link to each place. Sends nothing when all of them work again. */
export async function sendBrokenLinks(services: Services, { id, userId, linkIds }: BrokenLinksMail): Promise<void> {
  const { db, settings, mailer, mailWords } = services;
  const [person] = await db.select().from(users).where(eq(users.id, userId));
  const links = await brokenLinksById(services, linkIds);
  if (!person || links.length === 0) return;
  const { language } = person;
  const say = mailWords[language];
  const name = oneLine(staffName(person));
  const count = links.length;
  const more = count - mostLines;
  const addressOf = (path: string) => `${settings.publicUrl}${path}${path.includes('?') ? '&' : '?'}lng=${language}`;
  await mailer.send({
    id,
    to: { name, address: person.email },
    language,
    subject: say('brokenLinksSubject', { count }),
    greeting: say('greeting', { name }),
    before: [say('brokenLinks', { count })],
    lists: byTextBook(links.slice(0, mostLines)).map((ofBook) => ({
      heading: oneLine(ofBook[0]?.textBook.name ?? ''),
      items: ofBook.map((link) => ({ text: inWords(say, link), link: addressOf(pathOf(link)) })),
    })),
    button: say('brokenLinksButton'),
    link: addressOf('/text-books/broken-links'),
    after: [...(more > 0 ? [say('brokenLinksMore', { count: more })] : []), say('brokenLinksNext')],
  });
}

// They come by textbook.
function byTextBook(links: readonly BrokenLink[]): BrokenLink[][] {
  const books = new Map<string, BrokenLink[]>();
  for (const link of links) books.set(link.textBook.id, [...(books.get(link.textBook.id) ?? []), link]);
  return [...books.values()];
}

function inWords(say: Say, { kind, problem, unit, content, itemName }: BrokenLink): string {
  const what = say(whatIsWrong(kind, problem));
  if (!unit || !content) return say('brokenLinksCover', { what });
  const name = oneLine(itemName === null ? content.name : `${content.name} / ${itemName}`);
  return say('brokenLinksPlace', { unit: unit.number, page: content.pageNumber, name, what });
}

function whatIsWrong(kind: BrokenLink['kind'], problem: BrokenLink['problem']) {
  if (kind === 'video') return problem === 'gone' ? 'brokenVideoGone' : 'brokenVideoRefused';
  if (kind === 'game') return problem === 'gone' ? 'brokenGameGone' : 'brokenGameRefused';
  if (kind === 'sound' || kind === 'itemSound')
    return problem === 'missing' ? 'brokenSoundMissing' : 'brokenSoundChanged';
  return problem === 'missing' ? 'brokenPictureMissing' : 'brokenPictureChanged';
}

/** The screen where a link is replaced. */
function pathOf({ kind, textBook, content }: BrokenLink): string {
  if (!content) return `/text-books/${textBook.id}?edit`;
  return kind === 'itemSound' ? `/contents/${content.id}/push-and-listen` : `/contents/${content.id}`;
}
