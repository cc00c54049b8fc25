import { paths } from '#web/paths.ts';
import { useLoginInfo } from '#web/staff/auth/login-info.ts';
import { firstScreen } from './navigation.tsx';

/** Where whoever is signed in begins. */
export function useFirstScreen(): string {
  const info = useLoginInfo();
  return info === null ? paths.login() : firstScreen(info.role);
}
