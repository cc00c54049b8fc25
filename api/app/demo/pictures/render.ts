import sharp from 'sharp';
import { bookPages, communityPictures, covers } from './catalogue.ts';
import type { CommunityPictureId, CoverId, PageId } from './catalogue.ts';

const thumbnailWidth = 480;

function find<Id extends string, Entry extends { id: Id }>(entries: readonly Entry[], id: Id): Entry {
  const entry = entries.find((candidate) => candidate.id === id);
  if (!entry) throw new Error(`No demo picture is called ${id}`);
  return entry;
}

function webp(svg: string, width?: number): Promise<Buffer> {
  return sharp(Buffer.from(svg)).resize({ width }).webp({ quality: 84, effort: 3 }).toBuffer();
}

/** A textbook page as WebP, 1240 x 1754. */
export function renderPagePicture(id: PageId): Promise<Buffer> {
  return webp(find(bookPages, id).draw());
}

/** A book's cover as WebP, 600 x 800. */
export function renderCover(id: CoverId): Promise<Buffer> {
  return webp(find(covers, id).draw());
}

/** A picture of the class's wall as WebP, 1200 x 900. */
export function renderCommunityPicture(id: CommunityPictureId): Promise<Buffer> {
  return webp(find(communityPictures, id).draw());
}

/** The same picture for a card of the wall, 480 x 360. */
export function renderCommunityThumbnail(id: CommunityPictureId): Promise<Buffer> {
  return webp(find(communityPictures, id).draw(), thumbnailWidth);
}
