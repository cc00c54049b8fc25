import { and, eq, isNull } from 'drizzle-orm';
import { profiles } from '#api/ground/db/schema.ts';
import type { Uses } from '#api/ground/services.ts';
import type { Settings } from '#api/ground/settings/settings.ts';
import { hashCodeDigest } from './links.ts';

// Browsers do not send the part after the #, so the secret is in no log of a server or a proxy.
const cardUrl = ({ publicUrl }: Pick<Settings, 'publicUrl'>, cardCode: string): string =>
  `${publicUrl}/student/card#${cardCode}`;

interface Card {
  /** The profile's id. */
  readonly id: string;
  readonly cardCode: string;
}

/** The link on a child's own card, and signed paths to the pictures of its QR code. */
export function cardLinks({ links, settings }: Uses<'links' | 'settings'>, { id, cardCode }: Card) {
  const file = `card-${hashCodeDigest(cardCode)}`;
  return {
    cardLink: cardUrl(settings, cardCode),
    cardQrCode: {
      svg: links.download('card-qr', id, `${file}.svg`),
      png: links.download('card-qr', id, `${file}.png`),
    },
  };
}

/** The code of a child's card for its picture; undefined for a child who was removed. */
export async function findCardCode({ db, settings }: Uses<'db' | 'settings'>, id: string) {
  const [found] = await db
    .select({ hashCode: profiles.cardCode })
    .from(profiles)
    .where(and(eq(profiles.id, id), isNull(profiles.deletedAt)));
  return found && { ...found, url: cardUrl(settings, found.hashCode) };
}
