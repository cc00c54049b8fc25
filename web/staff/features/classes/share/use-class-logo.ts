import { useClassLogoQuery } from '#web/staff/operations.generated.ts';
import { ownProblems } from '#web/staff/platform/apollo/problem-link.ts';

/** The address of the school's logo, for printed sheets; undefined without a logo and after a failed request. */
export const useClassLogo = (id: string): string | undefined =>
  useClassLogoQuery({ variables: { id }, ...ownProblems }).data?.classLogo?.url;
