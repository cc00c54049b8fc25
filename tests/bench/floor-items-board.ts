import { contentShown } from './floor-items-students.ts';
import { type Fields, instant, object, orNull } from './floor-json.ts';

// A board's session as SQL makes it.

/** With `c`, the class: `s`, its session that goes on, and `p`, the page that students see. */
export const sessionJoin = `left join (
    board_sessions s join contents p on p.id = s.content_id join lessons l on l.id = p.lesson_id
      join textbooks b on b.id = l.textbook_id
  ) on s.class_id = c.id and s.ends_at > now() and s.seen_at > now() - make_interval(secs => 120) and ${contentShown}`;

/** As a tablet gets it. */
export const tabletSession: Fields = {
  id: 's.id',
  version: 's.version',
  contentHashCode: 'p.hash_code',
  contentType: 'p.type',
  endsAt: instant('s.ends_at'),
};

/** As the board gets it. */
export const boardSession: Fields = {
  ...tabletSession,
  contentId: 'p.id',
  createdAt: instant(`(s.ends_at - interval '100 minutes')`),
};

export const forBoard = (session: Fields): string => orNull('p.id', object(session));
