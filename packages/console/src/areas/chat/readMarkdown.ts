import { Lexer, type Token, type Tokens } from 'marked';

/** Longest text read as Markdown at all. */
const MOST_TEXT = 100_000;
/** Longest run of words whose emphasis and links are read: the time for it grows with its square. */
const MOST_WORDS = 2000;
/** Most parts within each other. */
const MOST_DEPTH = 20;

/** A line that begins with more marks of quotations and lists than anybody nests: each costs the parser a call of its own. */
const nestedTooDeep = new RegExp(
  `^(?:[ \\t]*(?:>|[-*+](?=[ \\t])|\\d{1,9}[.)](?=[ \\t]))){${MOST_DEPTH + 1}}`,
  'm',
);

const plain = (text: string): Tokens.Text => ({ type: 'text', raw: text, text, escaped: false });

/** The tokens with what lies too deep as it was written. */
const shallow = (tokens: readonly Token[], depth = 0): Token[] =>
  tokens.map((token): Token => {
    if (depth > MOST_DEPTH) return plain(token.raw);
    const inner = (of: readonly Token[]) => shallow(of, depth + 1);
    if (token.type === 'list') {
      const { items } = token as Tokens.List;
      return { ...token, items: items.map((item) => ({ ...item, tokens: inner(item.tokens) })) };
    }
    if (token.type === 'table') {
      const { header, rows } = token as Tokens.Table;
      const cut = (cells: Tokens.TableCell[]) =>
        cells.map((cell) => ({ ...cell, tokens: inner(cell.tokens) }));
      return { ...token, header: cut(header), rows: rows.map(cut) };
    }
    return 'tokens' in token && token.tokens ? { ...token, tokens: inner(token.tokens) } : token;
  });

const read = (text: string): Token[] => {
  const lexer = new Lexer();
  lexer.blockTokens(text.replace(/\r\n?/g, '\n'), lexer.tokens);
  for (const { src, tokens } of lexer.inlineQueue) {
    if (src.length > MOST_WORDS) tokens.push(plain(src));
    else lexer.inlineTokens(src, tokens);
  }
  return shallow(lexer.tokens);
};

/** What a text says in Markdown. Nothing in it makes this throw or take long: a text beyond reason is none, to be shown as it was written. */
export const readMarkdown = (text: string): Token[] | undefined => {
  if (text.length > MOST_TEXT || nestedTooDeep.test(text)) return undefined;
  try {
    return read(text);
  } catch {
    return undefined;
  }
};
