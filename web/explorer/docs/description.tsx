interface DescriptionProps {
  readonly text: string | null | undefined;
}

/** A description of the schema: paragraphs, and lists of lines that begin with a dash. */
export function Description({ text }: DescriptionProps) {
  if (text === null || text === undefined || text === '') return null;
  return <div className="description">{blocksOf(text).map(blockOf)}</div>;
}

interface Block {
  readonly items: readonly string[];
  readonly listed: boolean;
}

// Single line breaks wrap the schema file and carry no meaning; blank lines separate paragraphs.
function blocksOf(text: string): readonly Block[] {
  return text.split(/\n{2,}/).flatMap((part) => {
    const [intro = '', ...items] = part.split(/(?:^|\n)- /);
    const paragraph: Block[] = intro.trim() === '' ? [] : [{ items: [intro], listed: false }];
    return items.length === 0 ? paragraph : [...paragraph, { items, listed: true }];
  });
}

// The blocks of a description never change their order, so the index is a stable key.
const blockOf = ({ items, listed }: Block, index: number) =>
  listed ? (
    <ul key={index}>
      {items.map((item) => (
        <li key={item}>{inline(item)}</li>
      ))}
    </ul>
  ) : (
    <p key={index}>{items.map(inline)}</p>
  );

// Backticks mark code, double asterisks mark emphasis.
const inline = (text: string) =>
  text.split(/(`[^`]*`|\*\*[^*]+\*\*)/).map((part, index) => {
    if (part.startsWith('`')) return <code key={index}>{part.slice(1, -1)}</code>;
    return part.startsWith('**') ? <strong key={index}>{part.slice(2, -2)}</strong> : part;
  });
