import { PostFilm } from './post-film.tsx';
import { PostPicture } from './post-picture.tsx';
import { PostVoice } from './post-voice.tsx';
import type { Post } from './post.ts';
import { useVoices } from './use-voices.ts';

interface PostWorkProps {
  readonly post: Post;
  readonly label: string;
}

/** A post's picture, film or voice, as big as there is room. */
export function PostWork({ post, label }: PostWorkProps) {
  const { image, video, recording, thumbnail } = post;
  const { voiceOf, place } = useVoices([post]);
  return (
    <div className="post-work">
      {image && <PostPicture url={image.url} alt={label} />}
      {recording && <PostVoice voice={voiceOf(post)} post={post} />}
      {video && <PostFilm url={video.url} poster={thumbnail?.url} label={label} />}
      <div ref={place} hidden />
    </div>
  );
}
