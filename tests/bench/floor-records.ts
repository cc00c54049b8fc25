import { page } from './floor-case.ts';
import { instant, list, object, person } from './floor-json.ts';

// The records of what was done and deleted, as SQL makes them.

/** What changed, field by field, with the names of the rows that the values refer to. */
const changed = `
  select key, a.before -> key as before, a.after -> key as after from (
    select key, 0 as later, at from jsonb_object_keys(a.before) with ordinality as b(key, at)
    union all
    select key, 1, at from jsonb_object_keys(a.after) with ordinality as b(key, at) where not coalesce(a.before ? key, false)
  ) as keys
  where coalesce(a.before -> key, 'null') <> coalesce(a.after -> key, 'null') order by later, at`;

// The tables whose rows the changes of the demo school name.
const named = ['textbooks', 'lessons', 'contents', 'profiles', 'schools'].map((table) => [table, 'name'] as const);
const nameOf = [...named, ['classes', 'class_name'], ['users', `concat(first_name, ' ', last_name)`]].map(
  ([table, name]) => `(select ${name} from ${table} where id = ref.id)`,
);

/** The rows that the changes refer to, with their names, in the order of the changes. */
const references = `
  select ref.id, ref.place, coalesce(${nameOf.join(', ')}, '') as name from (
    select (value #>> '{}')::uuid as id, min(place) as place from (
      select row_number() over () as place, value
      from (${changed}) as changes cross join lateral (values (before), (after)) as sides(side)
        cross join lateral jsonb_array_elements(
          case when jsonb_typeof(side) = 'array' then side else jsonb_build_array(side) end) as value
    ) as found
    where jsonb_typeof(value) = 'string' and value #>> '{}' ~ '^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$'
    group by value
  ) as ref`;

export const auditItem = object({
  id: 'a.id',
  createdAt: instant('a.at'),
  at: instant('a.at'),
  actorId: 'a.actor_id',
  actorName: 'a.actor_name',
  apiKeyName: 'a.api_key_name',
  action: 'a.action',
  entity: 'a.entity',
  entityId: 'a.entity_id',
  entityName: 'a.entity_name',
  changes: `(select coalesce(json_agg(${object({ field: 'key', before: 'before', after: 'after' })}), '[]')
    from (${changed}) as changes)`,
  names: `(select ${list(object({ id: 'id', name: 'name' }), 'place')} from (${references}) as named where name <> '')`,
  requestId: 'a.request_id',
});

interface Kind {
  readonly name: string;
  readonly from: string;
  /** The row's nearest parent: kind and alias. */
  readonly parent?: readonly [kind: string, id: string, name: string];
  /** The aliases of all parents. */
  readonly parents?: readonly string[];
  readonly where?: string;
}

const ofUnits = 'lessons l join textbooks b on b.id = l.textbook_id';
const ofContents = `contents p join ${ofUnits} on l.id = p.lesson_id`;
const kinds: Readonly<Record<string, Kind>> = {
  users: {
    name: `x.first_name || ' ' || x.last_name`,
    from: 'users x',
    where: `x.role in ('Administrator', 'SchoolOwner', 'Teacher') and not x.service_account`,
  },
  classes: {
    name: 'x.class_name',
    from: 'classes x join textbooks b on b.id = x.textbook_id',
    parent: ['textbooks', 'b.id', 'b.name'],
    parents: ['b'],
  },
  textbooks: { name: 'x.name', from: 'textbooks x' },
  lessons: {
    name: 'x.name',
    from: 'lessons x join textbooks b on b.id = x.textbook_id',
    parent: ['textbooks', 'b.id', 'b.name'],
    parents: ['b'],
  },
  contents: {
    name: 'x.name',
    from: `contents x join ${ofUnits} on l.id = x.lesson_id`,
    parent: ['lessons', 'l.id', 'l.name'],
    parents: ['l', 'b'],
  },
  push_and_listen_items: {
    name: 'x.name',
    from: `push_and_listen_items x join ${ofContents} on p.id = x.content_id`,
    parent: ['contents', 'p.id', 'p.name'],
    parents: ['p', 'l', 'b'],
  },
  community_posts: {
    name: `coalesce(nullif(x.title, ''), q.name)`,
    from: 'community_posts x join classes c on c.id = x.class_id join profiles q on q.id = x.profile_id',
    parent: ['classes', 'c.id', 'c.class_name'],
    parents: ['c', 'q'],
  },
  profiles: { name: 'x.name', from: 'profiles x' },
};

const inTrash = `x.deleted_at > now() - make_interval(days => 30)`;

const deleted = Object.entries(kinds).map(
  ([kind, { name, from, parent = ['', 'null::uuid', 'null'], parents = [], where = 'true' }]) => `(
    select '${kind}' as kind, x.id, ${name} as name, x.created_at, x.deleted_at, x.deleted_by_id,
      '${parent[0]}' as parent_kind, ${parent[1]} as parent_id, ${parent[2]}::text as parent_name,
      num_nonnulls(${['null', ...parents.map((alias) => `${alias}.deleted_at`)].join(', ')}) > 0 as parent_deleted
    from ${from} where ${inTrash} and ${where}`,
);

const counts = Object.values(kinds).map(
  ({ from, where = 'true' }) => `(select count(*) from ${from} where ${inTrash} and ${where})`,
);

const trashRow = object({
  kind: 't.kind',
  id: 't.id',
  name: 't.name',
  parent: `case when t.parent_id is not null then ${object({ kind: 't.parent_kind', id: 't.parent_id', name: 't.parent_name' })} end`,
  parentDeleted: 't.parent_deleted',
  createdAt: instant('t.created_at'),
  deletedAt: instant('t.deleted_at'),
  deletedBy: person('w'),
  daysLeft: 'ceil(extract(epoch from t.deleted_at - now()) / 86400 + 30)::int',
});

/** What an administrator may bring back. */
export const trashText = page(
  `from (${deleted.map((rows) => `${rows} order by x.deleted_at desc, x.id limit 20)`).join(' union all ')}) as t
    left join users w on w.id = t.deleted_by_id`,
  trashRow,
  { order: 't.deleted_at desc, t.id', count: counts.join(' + ') },
);
