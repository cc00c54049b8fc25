import { z } from 'zod';
import { contentType, ContentType } from '../rest/enumerations.ts';
import { means } from '../rest/meanings.ts';
import { idOf, requiredText, trimmedText } from '../rest/values.ts';
import { needed } from './needed.ts';
import { wholeNumber } from './whole-number.ts';
import { wordwallLinkOf } from './wordwall.ts';
import { youtubeLinkOf } from './youtube.ts';

/** Something pasted, rebuilt from its host and id: the text itself is never kept. */
function pastedLink(rebuild: (pasted: string) => string | null, wrong: string) {
  return z
    .string({ error: wrong })
    .trim()
    .max(4000, { error: 'messages.valueTooLong' })
    .nullish()
    .transform((pasted, context) => {
      const link = pasted ? rebuild(pasted) : null;
      if (pasted && link === null) context.addIssue({ code: 'custom', message: wrong });
      return link;
    });
}

const { READ, MUSIC, VIDEO, GAME, PUSH_AND_LISTEN, RECORD } = ContentType;
const needPageImage: readonly ContentType[] = [READ, PUSH_AND_LISTEN, RECORD];

/** A content's plain fields (see `plain-fields.ts`). */
export const contentFields = {
  pageNumber: wholeNumber({
    from: 1,
    to: 9999,
    missing: 'messages.pageNumberRequire',
    notWhole: 'messages.pageNumberNumeric',
    tooSmall: 'messages.pageNumberMin',
  }),
  name: requiredText(200, 'messages.contentNameRequire'),
  description: trimmedText(5000).default(''),
};

const fields = z.object({
  type: contentType,
  ...contentFields,
  pageImageId: idOf('picture').nullable().default(null),
  youtubeLink: means(pastedLink(youtubeLinkOf, 'messages.youtubeLinkInvalid'), { text: 'youtube' }),
  wordwallLink: means(pastedLink(wordwallLinkOf, 'messages.wordwallLinkInvalid'), { text: 'wordwall' }),
  /** The model sound of a recording, or music of one's own. */
  audioId: idOf('sound').nullable().default(null),
  /** Left out, a new content is published, and an old one stays as it was. */
  published: z.boolean({ error: 'messages.invalidValue' }).optional(),
});

/**
 * Section 5's rules of a content, for the form and for the API. A page to read, to push and to record at needs its
 * picture; a film its YouTube link; music a link or a sound of its own; a game its Wordwall link. A field that the type
 * does not use is allowed and kept, in case the content gets another type.
 */
export const contentRules = fields
  .refine(
    ({ type, pageImageId }) => Boolean(pageImageId) || !needPageImage.includes(type),
    needed('pageImageId', 'messages.pageImageRequire'),
  )
  .refine(
    ({ type, youtubeLink, audioId }) =>
      Boolean(youtubeLink) || (type !== VIDEO && (type !== MUSIC || Boolean(audioId))),
    needed('youtubeLink', 'messages.youtubeLinkRequire'),
  )
  .refine(
    ({ type, wordwallLink }) => Boolean(wordwallLink) || type !== GAME,
    needed('wordwallLink', 'messages.wordwallLinkRequire'),
  );
export type ContentValues = z.output<typeof contentRules>;
