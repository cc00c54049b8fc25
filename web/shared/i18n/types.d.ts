import type auth from '../../../locales/en/auth.json';
import type classes from '../../../locales/en/classes.json';
import type common from '../../../locales/en/common.json';
import type forms from '../../../locales/en/forms.json';
import type lists from '../../../locales/en/lists.json';
import type messages from '../../../locales/en/messages.json';
import type reports from '../../../locales/en/reports.json';
import type shell from '../../../locales/en/shell.json';
import type student from '../../../locales/en/student.json';
import type textbooks from '../../../locales/en/textbooks.json';
import type users from '../../../locales/en/users.json';

// English owns the keys; a new namespace is one line here.
declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common';
    nsSeparator: '.';
    keySeparator: false;
    resources: {
      auth: typeof auth;
      classes: typeof classes;
      common: typeof common;
      forms: typeof forms;
      lists: typeof lists;
      messages: typeof messages;
      reports: typeof reports;
      shell: typeof shell;
      student: typeof student;
      textbooks: typeof textbooks;
      users: typeof users;
    };
  }
}
