import type { Fault } from './fault.ts';

/** In the screens of staff. */
export const staffFaults: readonly Fault[] = [
  {
    name: 'a button without its label',
    file: 'web/staff/ui/lists/pagination.tsx',
    find: `          aria-label={t('nextPage')}\n`,
    replace: '',
    tests: ['tests/web/staff-areas*', 'tests/browser/staff-screens-people*'],
  },
  {
    name: 'a toast that never comes',
    file: 'web/staff/ui/forms/use-edit.tsx',
    find: `        showToast({ message, severity: 'success' });\n`,
    replace: '',
    tests: ['tests/browser/class-students*', 'tests/browser/shell-messages*'],
  },
  {
    name: 'a menu that does not give the focus back',
    file: 'web/staff/ui/controls/dropdown-menu.tsx',
    find: `    root.current?.querySelector('button')?.focus();\n`,
    replace: '',
    tests: ['tests/browser/shell.*', 'tests/browser/shell-toasts*'],
  },
  {
    name: 'a menu that the Tab key cannot leave',
    file: 'web/staff/ui/controls/dropdown-menu.tsx',
    find: `else if (event.key === 'Tab') setOpen(false);`,
    replace: `else if (event.key === 'Tab') event.preventDefault();`,
    tests: ['tests/browser/shell.*', 'tests/browser/shell-toasts*'],
  },
  {
    name: 'a list that is not asked again after a deletion',
    file: 'web/staff/platform/apollo/stale-lists.ts',
    find: `  DeleteClass: removed(classes, 'trash'),`,
    replace: '  DeleteClass: nothing,',
    tests: ['tests/web/staff-stale-lists*'],
  },
  {
    name: 'a form that forgets what was typed',
    file: 'web/staff/ui/forms/draft.tsx',
    find: `    else if (changed.length > 0) writeDraft(name, Object.fromEntries(changed));\n`,
    replace: '',
    tests: ['tests/web/staff-form*', 'tests/web/staff-classes*', 'tests/browser/persisted*', 'tests/browser/uploads*'],
  },
  {
    name: 'an error text without its field',
    file: 'web/staff/ui/forms/field-frame.tsx',
    find: "[hint ? `${id}-hint` : '', problem ? `${id}-problem` : '']",
    replace: "[hint ? `${id}-hint` : '']",
    tests: [
      'tests/web/staff-form*',
      'tests/web/staff-classes*',
      'tests/browser/class-form*',
      'tests/browser/users-rules*',
    ],
  },
  {
    name: 'a code that is copied wrongly',
    file: 'web/staff/features/classes/share/class-share.tsx',
    find: '<CopyButton text={value} label={copyLabel} />',
    replace: '<CopyButton text={value.slice(1)} label={copyLabel} />',
    tests: ['tests/web/staff-class*'],
  },
  {
    name: 'areas that are shown to every role',
    file: 'web/staff/platform/navigation.tsx',
    find: 'entries.filter(({ area }) => roleAllowed(role, rolesOf[area]))',
    replace: 'entries.filter(({ area }) => roleAllowed(role, rolesOf[area]) || role !== undefined)',
    tests: ['tests/web/staff-gate*', 'tests/web/staff-areas*'],
  },
  {
    name: 'a date that is a day early',
    file: 'web/shared/i18n/days.ts',
    find: `    timeZone: 'UTC',`,
    replace: `    timeZone: 'America/New_York',`,
    tests: [
      'tests/web/staff-class*',
      'tests/web/staff-report*',
      'tests/web/staff-areas*',
      'tests/browser/class-copies*',
    ],
  },
  {
    name: 'a count that is off by one',
    file: 'web/staff/ui/lists/pagination.tsx',
    find: 'Math.min(page * size, totalCount)',
    replace: 'Math.min(page * size, totalCount) - 1',
    tests: ['tests/web/staff-lists*', 'tests/web/staff-pagination*'],
  },
  {
    name: 'a page size that is ignored',
    file: 'web/staff/ui/lists/list-state.ts',
    find: 'size: pageSizes.find((allowed) => allowed === size) ?? defaultSize,',
    replace: 'size: defaultSize,',
    tests: ['tests/web/staff-lists*'],
  },
];
