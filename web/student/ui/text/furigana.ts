/** A part of a Japanese text, with its reading if it is written in kanji. */
export interface TextPart {
  readonly text: string;
  readonly reading?: string;
}

/** `本《ほん》`: a reading follows its kanji, as in the Aozora Bunko format. */
const annotated = /([\p{Script=Han}々]+)《([^》]+)》/gu;

/** Splits a text into parts with and without a reading. */
export function textParts(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const match of text.matchAll(annotated)) {
    const [whole, kanji = '', reading = ''] = match;
    if (match.index > end) parts.push({ text: text.slice(end, match.index) });
    parts.push({ text: kanji, reading });
    end = match.index + whole.length;
  }
  if (end < text.length) parts.push({ text: text.slice(end) });
  return parts;
}

/** The text without readings, for accessible names, titles and placeholders. */
export const plain = (text: string): string => text.replace(annotated, '$1');
