import { useClassLogoQuery } from '#web/staff/operations.generated.ts';
import { ownProblems } from '#web/staff/platform/apollo/problem-link.ts';

/** The address of the logo of a class's school, for what is printed; undefined without one, and where it cannot be had. */
export const useClassLogo = (id: string): string | undefined =>
  useClassLogoQuery({ variables: { id }, ...ownProblems }).data?.classLogo?.url;
