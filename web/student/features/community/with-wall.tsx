import type { ReactNode } from 'react';
import { WithClass } from '#web/student/features/entry/with-class.tsx';
import { useCommunityWallQuery, type CommunityWallQuery } from '#web/student/operations.generated.ts';

export interface Wall {
  readonly wall: CommunityWallQuery;
  readonly reload: () => void;
}

interface WithWallProps {
  readonly classHashCode: string;
  /** Where Back leads while the wall is being fetched. */
  readonly back: string;
  readonly children: (wall: Wall) => ReactNode;
}

/** Fetches a class's wall for a page of it. */
export function WithWall({ classHashCode, back, children }: WithWallProps) {
  const query = useCommunityWallQuery({
    variables: { classHashCode },
    // What the cache holds may be of another child on this device, waiting posts included.
    fetchPolicy: 'network-only',
    notifyOnNetworkStatusChange: false,
  });
  return <WithClass {...{ query, back }}>{(wall, reload) => children({ wall, reload })}</WithClass>;
}

/** One child's work on a wall. */
export type Post = CommunityWallQuery['communityPosts'][number];
