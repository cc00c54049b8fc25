import { createFolderStorage } from '#api/ground/storage/folder-storage.ts';
import type { BuiltService } from './built-service.ts';
import type { Tally } from './tally.ts';

export interface Kept {
  readonly id: string;
  readonly kind: string;
  /** When the request was closed, in milliseconds since 1970. */
  readonly readyAt: number;
  readonly bytes: number;
}

/** The uploads that are ready, each with its file in the store; what is missing of them is lost. */
export async function keptUploads({ database, mediaFolder }: BuiltService, ids: readonly string[]): Promise<Kept[]> {
  const { rows } = await database.query<Kept & { readonly key: string }>(
    `select request.id, post.kind, extract(epoch from request.updated_at)::float8 * 1000 as "readyAt",
        file.byte_size::int as bytes, file.storage_key as key
      from media_requests request
        join community_posts post on post.id = request.post_id join media file on file.id = post.media_id
      where request.state = 'ready' and request.id = any($1::uuid[])`,
    [ids],
  );
  const storage = createFolderStorage(mediaFolder);
  const sizes = await Promise.all(rows.map(({ key }) => storage.size(key)));
  return rows.filter(({ bytes }, index) => sizes[index] === bytes);
}

export interface Counted {
  readonly accepted: number;
  readonly there: number;
}

/** What was accepted beside what is there. */
export async function countKept(service: BuiltService, tallies: readonly Tally[]): Promise<Record<string, Counted>> {
  const count = async (text: string, ids: readonly string[]): Promise<Counted> => {
    const { rows } = await service.database.query<{ there: number }>(text, [ids]);
    return { accepted: ids.length, there: rows[0]?.there ?? 0 };
  };
  const all = (of: 'profiles' | 'views' | 'uploads') => tallies.flatMap((tally) => tally[of]);
  const uploads = all('uploads');
  return {
    'profiles, as rows': await count(
      'select count(*)::int as there from profiles where id = any($1::uuid[])',
      all('profiles'),
    ),
    'page views, as rows': await count(
      'select count(*)::int as there from page_views where event_id = any($1::uuid[])',
      all('views'),
    ),
    'works, as rows and files': { accepted: uploads.length, there: (await keptUploads(service, uploads)).length },
  };
}
