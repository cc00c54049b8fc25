import type { Settings } from '#api/settings.ts';

/** The textbook's page for students: its units. */
export const textBookUrl = ({ publicUrl }: Pick<Settings, 'publicUrl'>, hashCode: string): string =>
  `${publicUrl}/student/unit-list?book=${hashCode}`;
