import { hashOf } from '#api/domains/auth/tokens.ts';
import { childCase, deviceCase, type FloorCase, floorDevice, type FloorIds, one, studentCase } from './floor-case.ts';
import { forBoard, sessionJoin, tabletSession } from './floor-items-board.ts';
import { forStudents, completed, studentClassItem, replyItem } from './floor-items-students.ts';
import { blankToken, list, object } from './floor-json.ts';

/** With `p`, the profile; `$2` is the installation's time zone. */
const lastClass = `(select case when ${forStudents} then ${studentClassItem} end
  from class_profiles cp join classes c on c.id = cp.class_id join textbooks b on b.id = c.textbook_id
    left join media m on m.id = b.thumbnail_media_id
  where cp.profile_id = p.id and not cp.by_old_code and c.deleted_at is null
  order by cp.last_seen_at desc, c.id limit 1)`;

const news = `from community_replies r left join media v on v.id = r.media_id where r.post_id = w.id and r.seen_at is null`;

/** What a tablet asks for by itself: whose it is, what is new, and which page the board shows. */
export function deviceCases(ids: FloorIds, timeZone: string): FloorCase[] {
  const { classHashCode, contentHashCode, profileId, shortCode } = ids;
  return [
    deviceCase("a device's profiles", {
      path: '/Device/profiles',
      text: one(
        list('item', 'last_seen_at desc, id'),
        `from (
          select ${object({ id: 'p.id', name: 'p.name', animal: 'p.animal', token: `'${blankToken}'`, lastClass })} as item,
            p.last_seen_at, p.id
          from devices d join profiles p on p.device_id = d.id
          where d.token_hash = $1 and p.deleted_at is null order by p.last_seen_at desc, p.id limit 30
        ) as children`,
      ),
      values: [hashOf(floorDevice), timeZone],
    }),
    childCase('new replies', {
      path: '/Student/replies',
      query: { ClassHashCode: classHashCode },
      text: one(
        list('item', 'at desc, id desc'),
        `from (
          select ${object({
            id: 'w.id',
            kind: 'w.kind',
            replies: `(select ${list(replyItem('own'), 'r.kind')} ${news})`,
          })} as item, n.at, w.id
          from classes c join textbooks b on b.id = c.textbook_id join community_posts w on w.class_id = c.id
            cross join lateral (select max(r.created_at) as at ${news}) as n
          where c.class_hash_code = $1 and ${forStudents} and not ${completed} and w.profile_id = $3
            and w.state in ('approved', 'pending') and w.media_id is not null and w.deleted_at is null and n.at is not null
          order by n.at desc, w.id desc limit 20
        ) as works`,
      ),
      values: [classHashCode, timeZone, profileId],
    }),
    studentCase('a textbook by its short code', {
      path: '/Student/get-textbook-hash-code',
      query: { shortCode },
      text: one(
        object({ hashCode: 'b.hash_code' }),
        `from printed_codes x join textbooks b on b.id = x.textbook_id
          where x.key = folded_short_code($1) and b.published_at is not null and b.deleted_at is null limit 1`,
      ),
      values: [shortCode],
    }),
    studentCase('what a scanned code opens instead', {
      path: '/Student/code-redirect',
      query: { hashCode: contentHashCode },
      // It opens its own page, as nearly all do.
      text: one(object({ opens: 'null' }), `from printed_codes where key = $1 and kind = 'link' and target_id is null`),
      values: [`contents:${contentHashCode}`],
    }),
    studentCase("the board's page", {
      path: '/Student/board-page',
      query: { ClassHashCode: classHashCode },
      text: one(
        object({ session: forBoard(tabletSession) }),
        `from classes c ${sessionJoin} where c.class_hash_code = $1 and c.deleted_at is null`,
      ),
      values: [classHashCode],
    }),
    childCase('the board of a child', {
      path: '/Student/board',
      query: { ClassHashCode: classHashCode },
      text: one(
        object({ session: forBoard(tabletSession), isFollowing: 'p.id is not null and f.profile_id is not null' }),
        `from classes c join class_profiles cp on cp.class_id = c.id and cp.profile_id = $2
          join profiles q on q.id = cp.profile_id and q.deleted_at is null ${sessionJoin}
          left join board_followers f on f.session_id = s.id and f.profile_id = q.id
          where c.class_hash_code = $1 and c.deleted_at is null`,
      ),
      values: [classHashCode, profileId],
    }),
  ];
}
