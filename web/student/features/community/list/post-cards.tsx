import { paths } from '#web/shared/paths.ts';
import { activeProfile, useStudent } from '#web/student/platform/profiles/profile-store.ts';
import { PostCard } from './post-card.tsx';
import { PostReactions } from '#web/student/features/community/reactions/post-reactions.tsx';
import type { Post } from '#web/student/features/community/with-wall.tsx';
import { RemovePost } from '#web/student/features/community/remove-post.tsx';
import { ReportPost } from '#web/student/features/community/report/report-post.tsx';
import type { Reactions } from '#web/student/features/community/reactions/use-reactions.ts';
import type { Removal } from '#web/student/features/community/use-remove-post.ts';
import { useVoices } from '#web/student/features/community/use-voices.ts';

interface PostCardsProps {
  readonly posts: readonly Post[];
  readonly classHashCode: string;
  readonly reactions: Reactions | null;
  readonly removal: Removal;
}

/** The wall's cards, each with the child's actions. */
export function PostCards({ posts, classHashCode, reactions, removal }: PostCardsProps) {
  const profile = activeProfile(useStudent());
  const { voiceOf, place } = useVoices(posts);
  return (
    <>
      <ul className="posts">
        {posts.map((post) => (
          <li key={post.id}>
            <PostCard
              post={post}
              voice={voiceOf(post)}
              to={paths.communityPreview({ class: classHashCode, post: post.id })}
              act={
                post.mine ? (
                  <RemovePost title={post.title} onRemove={() => removal.remove(post.id)} />
                ) : (
                  profile && <ReportPost {...{ post, profile }} />
                )
              }
              notRemoved={removal.failed === post.id}
            >
              <PostReactions {...{ post, reactions }} />
            </PostCard>
          </li>
        ))}
      </ul>
      <div ref={place} hidden />
    </>
  );
}
