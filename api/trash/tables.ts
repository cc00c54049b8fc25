import {
  classes,
  communityPosts,
  contents,
  lessons,
  profiles,
  pushAndListenItems,
  textbooks,
  users,
} from '#api/db/schema.ts';
import type { TrashKind } from '#schema/rest/trash.ts';

/** What can be deleted and restored, by its table's name. */
export const trashTables = {
  users,
  classes,
  textbooks,
  lessons,
  contents,
  push_and_listen_items: pushAndListenItems,
  community_posts: communityPosts,
  profiles,
} as const satisfies Record<TrashKind, unknown>;
export type TrashEntity = TrashKind;
