import { Lexer, type Token, type Tokens } from 'marked';

/** Maximum length of a text that is parsed as Markdown, in characters. */
const MOST_TEXT = 100_000;
/**
 * Maximum length in characters of a run of text whose emphasis and links are parsed, as that takes quadratic
 * time.
 */
const MOST_WORDS = 2000;
/** Maximum nesting depth. */
const MOST_DEPTH = 20;

/**
 * A line with more quotation and list marks than the maximum depth; each of them costs the parser a recursive
 * call.
 */
const nestedTooDeep = new RegExp(
  `^(?:[ \\t]*(?:>|[-*+](?=[ \\t])|\\d{1,9}[.)](?=[ \\t]))){${MOST_DEPTH + 1}}`,
  'm',
);

const plain = (text: string): Tokens.Text => ({ type: 'text', raw: text, text, escaped: false });

/** The tokens, with those nested too deeply as plain text. */
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

/**
 * Parses Markdown; never throws or takes long. Returns undefined for text that is too long, is nested too
 * deeply or cannot be parsed; such text is shown as written.
 */
export const readMarkdown = (text: string): Token[] | undefined => {
  if (text.length > MOST_TEXT || nestedTooDeep.test(text)) return undefined;
  try {
    return read(text);
  } catch {
    return undefined;
  }
};
