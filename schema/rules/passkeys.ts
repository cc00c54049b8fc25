import { z } from 'zod';
import { requiredText } from '../rest/values.ts';

/** A passkey's new name. */
export const renamePasskeyRules = z.object({ name: requiredText(100, 'messages.passkeyNameRequire') });
