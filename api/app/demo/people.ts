import type { Role } from '#schema/access.ts';
import { PhoneType, UserStatus } from '#schema/rest/enumerations.ts';

export interface Person {
  /** Username and the name part of the e-mail address. */
  readonly key: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly role: Role;
  readonly status: UserStatus;
  readonly language: 'en' | 'jp';
  readonly phone?: { readonly number: string; readonly type: PhoneType };
  /** The days since the account was created or, without an answer yet, since the invitation was sent. */
  readonly daysAgo: number;
  readonly invitedBy?: string;
}

const { INVITED, ACTIVED, DEACTIVATED } = UserStatus;
const mobile = (number: string) => ({ number, type: PhoneType.MOBILE });
const landline = (number: string) => ({ number, type: PhoneType.LANDLINE });

const active = { status: ACTIVED, language: 'en' } as const;
const activeJp = { status: ACTIVED, language: 'jp' } as const;

/** The four accounts that the start prints, then the rest of the staff. */
export const people: readonly Person[] = [
  { key: 'superadmin', firstName: 'Naomi', lastName: 'Fujita', role: 'SuperAdmin', ...active, daysAgo: 700 },
  { key: 'admin', firstName: 'David', lastName: 'Miller', role: 'Administrator', ...active, daysAgo: 690 },
  {
    key: 'owner',
    firstName: 'Haruko',
    lastName: 'Sato',
    role: 'SchoolOwner',
    ...active,
    phone: landline('0300000101'),
    daysAgo: 640,
    invitedBy: 'admin',
  },
  {
    key: 'teacher',
    firstName: 'Emily',
    lastName: 'Brown',
    role: 'Teacher',
    ...active,
    phone: mobile('09000000102'),
    daysAgo: 630,
    invitedBy: 'owner',
  },
  {
    key: 'misaki.suzuki',
    firstName: '美咲',
    lastName: '鈴木',
    role: 'Teacher',
    ...activeJp,
    phone: mobile('08000000103'),
    daysAgo: 610,
    invitedBy: 'owner',
  },
  {
    key: 'daisuke.takahashi',
    firstName: '大輔',
    lastName: '高橋',
    role: 'Teacher',
    ...activeJp,
    daysAgo: 600,
    invitedBy: 'owner',
  },
  {
    key: 'james.wilson',
    firstName: 'James',
    lastName: 'Wilson',
    role: 'Teacher',
    ...active,
    phone: mobile('07000000105'),
    daysAgo: 590,
    invitedBy: 'owner',
  },
  {
    key: 'sakura.ito',
    firstName: 'さくら',
    lastName: '伊藤',
    role: 'Teacher',
    ...activeJp,
    daysAgo: 420,
    invitedBy: 'takashi.kato',
  },
  { key: 'olivia.martin', firstName: 'Olivia', lastName: 'Martin', role: 'Teacher', ...active, daysAgo: 400 },
  {
    key: 'shota.watanabe',
    firstName: '翔太',
    lastName: '渡辺',
    role: 'Teacher',
    ...activeJp,
    phone: landline('0300000108'),
    daysAgo: 390,
    invitedBy: 'owner',
  },
  {
    key: 'takashi.kato',
    firstName: '隆',
    lastName: '加藤',
    role: 'SchoolOwner',
    ...activeJp,
    daysAgo: 430,
    invitedBy: 'admin',
  },
  { key: 'naoki.yamada', firstName: '直樹', lastName: '山田', role: 'Administrator', ...activeJp, daysAgo: 500 },
  {
    key: 'lucas.garcia',
    firstName: 'Lucas',
    lastName: 'García',
    role: 'Teacher',
    status: INVITED,
    language: 'en',
    daysAgo: 3,
    invitedBy: 'owner',
  },
  {
    key: 'yumi.kobayashi',
    firstName: '由美',
    lastName: '小林',
    role: 'Teacher',
    status: INVITED,
    language: 'jp',
    daysAgo: 40,
    invitedBy: 'admin',
  },
  {
    key: 'grace.lee',
    firstName: 'Grace',
    lastName: 'Lee',
    role: 'SchoolOwner',
    status: INVITED,
    language: 'en',
    daysAgo: 12,
    invitedBy: 'admin',
  },
  {
    key: 'hannah.schmidt',
    firstName: 'Hannah',
    lastName: 'Schmidt',
    role: 'Teacher',
    status: DEACTIVATED,
    language: 'en',
    daysAgo: 560,
    invitedBy: 'owner',
  },
  {
    key: 'keiko.yoshida',
    firstName: '恵子',
    lastName: '吉田',
    role: 'SchoolOwner',
    status: DEACTIVATED,
    language: 'jp',
    daysAgo: 520,
    invitedBy: 'admin',
  },
  {
    key: 'peter.novak',
    firstName: 'Peter',
    lastName: 'Novák',
    role: 'Administrator',
    status: DEACTIVATED,
    language: 'en',
    daysAgo: 480,
  },
];
