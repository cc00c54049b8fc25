import { useMemo, useRef, useState } from 'react';
import { useSoundPlayer } from '#web/student/contents/use-sound-player.ts';
import type { CommunityWallQuery } from '#web/student/operations.generated.ts';
import { PostCard } from './post-card.tsx';
import './post-cards.css';

export type Post = CommunityWallQuery['communityPosts'][number];

/** The wall's cards; one voice or film is heard at a time. */
export function PostCards({ posts }: { readonly posts: readonly Post[] }) {
  const list = useRef<HTMLUListElement>(null);
  const [tapped, setTapped] = useState<string | null>(null);
  const voices = useMemo(() => posts.flatMap(voiceOf), [posts]);
  const { player, state, place } = useSoundPlayer(voices);

  const pauseFilms = (except?: HTMLVideoElement) => {
    for (const film of list.current?.querySelectorAll('video') ?? []) if (film !== except) film.pause();
  };
  const playVoice = (id: string) => {
    pauseFilms();
    setTapped(id);
    player.play(id);
  };
  return (
    <>
      <ul ref={list} className="posts">
        {posts.map((post) => (
          <li key={post.id}>
            <PostCard
              post={post}
              voice={{
                playing: state.playing === post.id,
                failed: state.failed && tapped === post.id,
                play: () => playVoice(post.id),
                stop: player.stop,
              }}
              onFilm={(film) => {
                player.stop();
                pauseFilms(film);
              }}
            />
          </li>
        ))}
      </ul>
      <div ref={place} hidden />
    </>
  );
}

/** Fetched when it is tapped: a wall may hold a hundred of them. */
const voiceOf = ({ id, recording }: Post) => (recording ? [{ id, url: recording.url, onDemand: true }] : []);
