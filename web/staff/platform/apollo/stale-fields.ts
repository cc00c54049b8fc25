import type * as generated from '#web/staff/operations.generated.ts';
import type {
  ClassDetailFragment,
  ContentDetailFragment,
  LessonDetailFragment,
  SchoolDetailFragment,
  TextBookDetailFragment,
  UserDetailFragment,
  WebhookDetailFragment,
} from '#web/staff/operations.generated.ts';

type Generated = typeof generated;
type Named<Name, Kind extends string> = Name extends `use${infer Operation}${Kind}` ? Operation : never;

/** The mutations of the staff app. */
export type MutationName = Named<keyof Generated, 'Mutation'>;
/** The queries of the staff app. */
export type QueryName = Exclude<Named<keyof Generated, 'Query'>, `${string}Lazy` | `${string}Suspense`>;
type DataOf<Hook> = Hook extends (...options: never[]) => { readonly data?: infer Data } ? NonNullable<Data> : never;
type KeysOfEach<Data> = Data extends object ? keyof Data & string : never;
/** A field of the query type, with all its arguments. */
type QueryField = KeysOfEach<DataOf<Generated[`use${QueryName}Query`]>>;

interface Counting {
  readonly Class: ClassDetailFragment;
  readonly Content: ContentDetailFragment;
  readonly School: SchoolDetailFragment;
  readonly TextBook: TextBookDetailFragment;
  readonly Unit: LessonDetailFragment;
  readonly User: UserDetailFragment;
  readonly Webhook: WebhookDetailFragment;
}

/** A field of every row of a type, such as a count. */
type RowField = { [Type in keyof Counting]: `${Type}.${keyof Counting[Type] & string}` }[keyof Counting];

/** A field that a mutation can make stale: a query field or a field of a row type. */
export type Stale = QueryField | RowField;

export interface Effect {
  readonly stale: readonly Stale[];
  /** Removes the row with the mutation's `id` from the lists at once, before the refetch answers. */
  readonly removes: boolean;
}
