import type { ReactNode } from 'react';
import { WithClass } from '#web/student/features/entry/with-class.tsx';
import {
  useCommunityWallQuery,
  type CommunityWallQuery,
} from '#web/student/features/community/community.lazy.generated.ts';

export interface Wall {
  readonly wall: CommunityWallQuery;
  readonly reload: () => void;
}

interface WithWallProps {
  readonly classHashCode: string;
  /** The target of Back while the wall loads. */
  readonly back: string;
  readonly children: (wall: Wall) => ReactNode;
}

/** Loads a class's wall for a page. */
export function WithWall({ classHashCode, back, children }: WithWallProps) {
  const query = useCommunityWallQuery({
    variables: { classHashCode },
    // The cache may hold the wall of another child on this device, with posts that await review.
    fetchPolicy: 'network-only',
    notifyOnNetworkStatusChange: false,
  });
  const { data, refetch } = query;
  // The wall of a completed class stays readable. An empty wall shows the page of the completed class instead.
  if (data?.studentClass.completed && data.communityPosts.length > 0)
    return children({ wall: data, reload: () => void refetch() });
  return <WithClass {...{ query, back }}>{(wall, reload) => children({ wall, reload })}</WithClass>;
}

/** One child's work on a wall. */
export type Post = CommunityWallQuery['communityPosts'][number];
