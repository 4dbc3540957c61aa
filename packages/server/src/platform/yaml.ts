import { Document, isMap, isNode, isScalar, LineCounter, parseDocument, visit } from 'yaml';

/** A value of a file, the line of its key, and the entries of a value that has keys of its own. */
export type Entry = { key: string; line: number; value: unknown; entries: Entry[] };

/** The entries under a name. */
export type Section = { name: string; line: number; entries: Entry[] };

/** What is wrong on a line of a file. */
export type Mistake = { line: number; text: string };

type Found = { key: string; line: number; node: unknown };

/** Reads a file of sections and their entries. */
export const readSections = (text: string): { sections: Section[]; mistakes: Mistake[] } => {
  const lineCounter = new LineCounter();
  const document = parseDocument(text, { lineCounter, prettyErrors: false });
  const lineAt = (offset: number | undefined) => lineCounter.linePos(offset ?? 0).line;
  const mistakes: Mistake[] = [...document.errors, ...document.warnings].map(({ pos: [start], message }) => ({
    line: lineAt(start),
    text: message,
  }));
  visit(document, {
    Alias: (_key, { range }) => {
      mistakes.push({ line: lineAt(range?.[0]), text: 'aliases are not read; write the value out' });
    },
  });
  const itemsOf = (node: unknown, line: number, what: string): Found[] => {
    if (!isNode(node) || (isScalar(node) && node.value === null)) return [];
    if (!isMap(node)) {
      mistakes.push({ line, text: `${what} expected here, each with a colon` });
      return [];
    }
    return node.items.map(({ key, value }) => ({
      key: String(isScalar(key) ? key.value : key),
      line: isScalar(key) ? lineAt(key.range?.[0]) : line,
      node: value,
    }));
  };
  if (mistakes.length > 0) return { sections: [], mistakes };
  const entriesOf = (node: unknown, line: number): Entry[] =>
    itemsOf(node, line, 'settings').map(({ node: value, ...entry }) => ({
      ...entry,
      value: isNode(value) ? (value.toJS(document) as unknown) : null,
      entries: isMap(value) ? entriesOf(value, entry.line) : [],
    }));
  const sections = itemsOf(document.contents, 1, 'categories').map(({ key: name, line, node }) => ({
    name,
    line,
    entries: entriesOf(node, line),
  }));
  return { sections, mistakes };
};

/** Writes such a file: a comment at its head, and one above each section. */
export const writeSections = (
  head: readonly string[],
  sections: readonly { name: string; title: string; values: Readonly<Record<string, unknown>> }[],
): string => {
  const document = new Document(Object.fromEntries(sections.map(({ name, values }) => [name, values])));
  document.commentBefore = head.map((line) => ` ${line}`).join('\n');
  if (isMap(document.contents))
    for (const [index, { key }] of document.contents.items.entries())
      if (isScalar(key)) {
        key.commentBefore = ` ${sections[index]?.title}`;
        key.spaceBefore = index > 0;
      }
  return document.toString({ lineWidth: 0 });
};
