import i18next, { type CustomTypeOptions } from 'i18next';
import { classFields } from '#schema/rules/classes.ts';
import { contentFields } from '#schema/rules/contents.ts';
import { lessonFields } from '#schema/rules/lessons.ts';
import { choiceName, type PlainFields } from '#schema/rules/plain-fields.ts';
import { textBookFields } from '#schema/rules/textbooks.ts';
import { userFields } from '#schema/rules/users.ts';
import { dayInWords, instantInWords } from '#web/shared/i18n/days.ts';
import { localeOf } from '#schema/languages.ts';
import type { AuditRowFragment } from '#web/staff/operations.generated.ts';

const isKnown = (key: string): key is `audit.${keyof CustomTypeOptions['resources']['audit']}` => i18next.exists(key);

/** The word for a verb, a table or a field of the log. A name from a newer server than this page stays untranslated. */
export function auditWord(kind: 'action' | 'entity' | 'field', name: string): string {
  const key = `audit.${kind}-${name}`;
  return isKnown(key) ? i18next.t(key) : name;
}

/** The namespaces of form labels that differ from the entity's name. */
const formWords: Readonly<Record<string, string>> = { profiles: 'classes', push_and_listen_items: 'push-and-listen' };

/** The fields of the forms that may hold a choice, by the entity's name. */
const formFields: Readonly<Record<string, PlainFields>> = {
  classes: classFields,
  contents: contentFields,
  lessons: lessonFields,
  textbooks: textBookFields,
  users: userFields,
};

/** The label of a field: the log's own word, else the label in the entity's form, else the field's name. */
export function fieldWord(entity: string, field: string): string {
  const key = `${formWords[entity] ?? entity}.${field}`;
  return !isKnown(`audit.field-${field}`) && isKnown(key) ? i18next.t(key) : auditWord('field', field);
}

const day = /^\d{4}-\d{2}-\d{2}$/;
const instant = /^\d{4}-\d{2}-\d{2}T/;
const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;

/** The text for a value of an entry: a formatted date, the word of an enumeration's number, the name for an id. */
export function valueInWords(entry: Pick<AuditRowFragment, 'entity' | 'names'>, field: string, value: unknown): string {
  const { language } = i18next;
  if (value === null || value === '') return i18next.t('audit.nothing');
  if (typeof value === 'boolean') return i18next.t(value ? 'audit.yes' : 'audit.no');
  if (Array.isArray(value)) return listInWords(value.map((one) => valueInWords(entry, field, one)));
  if (typeof value === 'object') {
    return listInWords(Object.values({ ...value }).map((one) => valueInWords(entry, field, one)));
  }
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const wordKey = `audit.value-${entry.entity}-${field}-${text}`;
  if (isKnown(wordKey)) return i18next.t(wordKey);
  const choice = choiceName(formFields[entry.entity]?.[field], value);
  const choiceKey = `${formWords[entry.entity] ?? entry.entity}.${field}-${choice}`;
  if (choice !== undefined && isKnown(choiceKey)) return i18next.t(choiceKey);
  if (field === 'byteSize') return i18next.t('audit.kilobytes', { size: Math.ceil(Number(text) / 1024) });
  if (uuid.test(text)) return entry.names.find(({ id }) => id === text)?.name ?? i18next.t('audit.gone');
  if (day.test(text)) return dayInWords(text, language);
  return instant.test(text) ? instantInWords(text, language) : text;
}

function listInWords(parts: readonly string[]): string {
  if (parts.length === 0) return i18next.t('audit.nothing');
  return new Intl.ListFormat(localeOf(i18next.language), { type: 'unit' }).format(parts);
}
