import type account from '../../../locales/en/account.json';
import type activity from '../../../locales/en/activity.json';
import type apiKeys from '../../../locales/en/api-keys.json';
import type audit from '../../../locales/en/audit.json';
import type auth from '../../../locales/en/auth.json';
import type check from '../../../locales/en/check.json';
import type classes from '../../../locales/en/classes.json';
import type common from '../../../locales/en/common.json';
import type contents from '../../../locales/en/contents.json';
import type community from '../../../locales/en/community.json';
import type explorer from '../../../locales/en/explorer.json';
import type forms from '../../../locales/en/forms.json';
import type lessons from '../../../locales/en/lessons.json';
import type lists from '../../../locales/en/lists.json';
import type messages from '../../../locales/en/messages.json';
import type posting from '../../../locales/en/posting.json';
import type present from '../../../locales/en/present.json';
import type printedCodes from '../../../locales/en/printed-codes.json';
import type privacy from '../../../locales/en/privacy.json';
import type pushAndListen from '../../../locales/en/push-and-listen.json';
import type record from '../../../locales/en/record.json';
import type reports from '../../../locales/en/reports.json';
import type roster from '../../../locales/en/roster.json';
import type scan from '../../../locales/en/scan.json';
import type schools from '../../../locales/en/schools.json';
import type sending from '../../../locales/en/sending.json';
import type shell from '../../../locales/en/shell.json';
import type sounds from '../../../locales/en/sounds.json';
import type student from '../../../locales/en/student.json';
import type system from '../../../locales/en/system.json';
import type textbooks from '../../../locales/en/textbooks.json';
import type trash from '../../../locales/en/trash.json';
import type users from '../../../locales/en/users.json';
import type webhooks from '../../../locales/en/webhooks.json';

// English defines the keys; a new namespace adds one line here.
declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common';
    nsSeparator: '.';
    keySeparator: false;
    resources: {
      account: typeof account;
      activity: typeof activity;
      'api-keys': typeof apiKeys;
      audit: typeof audit;
      auth: typeof auth;
      check: typeof check;
      classes: typeof classes;
      common: typeof common;
      contents: typeof contents;
      community: typeof community;
      explorer: typeof explorer;
      forms: typeof forms;
      lessons: typeof lessons;
      lists: typeof lists;
      messages: typeof messages;
      posting: typeof posting;
      present: typeof present;
      'printed-codes': typeof printedCodes;
      privacy: typeof privacy;
      'push-and-listen': typeof pushAndListen;
      record: typeof record;
      reports: typeof reports;
      roster: typeof roster;
      scan: typeof scan;
      schools: typeof schools;
      sending: typeof sending;
      shell: typeof shell;
      sounds: typeof sounds;
      student: typeof student;
      system: typeof system;
      textbooks: typeof textbooks;
      trash: typeof trash;
      users: typeof users;
      webhooks: typeof webhooks;
    };
  }
}
