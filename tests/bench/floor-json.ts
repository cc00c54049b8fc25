// SQL that makes JSON as the API answers it.

/** Stands for a signature of a link; as long as one. */
export const blankSignature = '-'.repeat(43);

/** Stands for a child's token; as long as one. */
export const blankToken = '-'.repeat(331);

export type Fields = Readonly<Record<string, string>>;

export const object = (fields: Fields): string =>
  `json_build_object(${Object.entries(fields)
    .map(([name, value]) => `'${name}', ${value}`)
    .join(', ')})`;
export const orNull = (id: string, value: string): string => `case when ${id} is not null then ${value} end`;
export const list = (item: string, order: string): string => `coalesce(json_agg(${item} order by ${order}), '[]')`;
export const instant = (column: string): string =>
  `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

// Links open until the end of the next day.
const ending = `'?expires=' || (floor(extract(epoch from now()) / 86400)::bigint + 2) * 86400 ||
  '&signature=${blankSignature}'`;
/** The name's apostrophes are escaped, which stand in names of the demo school's pages. */
export const escaped = (fileName: string): string => `replace(${fileName}, '’', '%E2%80%99')`;
export const link = (folder: string, fileName: string, inUrl = fileName): string =>
  object({ url: `${folder} || ${inUrl} || ${ending}`, fileName });
export const smallPicture = (media: string): string =>
  orNull(`${media}.id`, link(`'/media/' || ${media}.id || '/small/'`, `${media}.file_name`));
export const picture = (media: string): string =>
  orNull(`${media}.id`, link(`'/media/' || ${media}.id || '/'`, `${media}.file_name`));

/** A page's picture, with its size and the paths of its smaller versions. */
export function sizedPicture(media: string): string {
  const urlOf = (size: string) => `'/media/' || ${media}.id || '/${size}/' || ${media}.file_name || ${ending}`;
  const sizes = {
    width: `${media}.width`,
    height: `${media}.height`,
    phoneUrl: urlOf('phone'),
    tabletUrl: urlOf('tablet'),
  };
  return orNull(`${media}.id`, `(${picture(media)}::jsonb || ${object(sizes)}::jsonb)`);
}

export const person = (user: string): string =>
  orNull(`${user}.id`, object({ id: `${user}.id`, firstName: `${user}.first_name`, lastName: `${user}.last_name` }));
/** With the status, as classes have their staff. */
export const classStaff = (user: string): string =>
  orNull(
    `${user}.id`,
    object({
      id: `${user}.id`,
      firstName: `${user}.first_name`,
      lastName: `${user}.last_name`,
      status: `${user}.status`,
    }),
  );
export const editing = (row: string, editor: string): Fields => ({
  version: `${row}.version`,
  createdAt: instant(`${row}.created_at`),
  updatedAt: instant(`${row}.updated_at`),
  updatedBy: person(editor),
});

/** With `b`, the textbook. */
export const namedBook = object({ id: 'b.id', hashCode: 'b.hash_code', name: 'b.name', shortCode: 'b.short_code' });

/** What every answer has of a content: with `p`, the content, and `m`, its picture. */
export const contentFields: Fields = {
  id: 'p.id',
  hashCode: 'p.hash_code',
  type: 'p.type',
  pageNumber: 'p.page_number',
  name: 'p.name',
  thumbnail: smallPicture('m'),
};
