/** A statement of SQL as it is judged. */
export type Statement = {
  /** Without comments, and with one blank between words. */
  text: string;
  /** The same as it was written, and without the quotes of names: what forbids a text looks there too. */
  others: string[];
  /** Its content is not known before it runs, or databases may read it in more than one way. */
  isUnknown: boolean;
  /** Other statements may follow in it without a sign between them. */
  mayHoldMore?: boolean;
};

/** Where a part of a text ends that begins with such signs, and whether all databases read it alike. */
type Part = { length: number; isCertain: boolean; isComment?: boolean };

const restOf = (text: string, at: number, end: string): Part => {
  const found = text.indexOf(end, at + 2);
  return { length: (found < 0 ? text.length : found + end.length) - at, isCertain: found >= 0 };
};

/** A string or a name in quotes. A backslash before a quote escapes it in some databases only. */
const quotedAt = (text: string, at: number): Part => {
  const quote = text[at] ?? '';
  let isCertain = true;
  for (let end = at + 1; end < text.length; end += 1) {
    if (text[end] === '\\' && (text[end + 1] === quote || text[end + 1] === '\\')) {
      isCertain = false;
      end += 1;
    } else if (text[end] === quote) {
      if (text[end + 1] !== quote) return { length: end + 1 - at, isCertain };
      end += 1;
    }
  }
  return { length: text.length - at, isCertain: false };
};

const lineAt = (text: string, at: number): Part => {
  const end = text.indexOf('\n', at);
  return { length: (end < 0 ? text.length : end) - at, isCertain: true, isComment: true };
};

/** Quotes, comments and texts between dollar signs; undefined where none begins. */
const partAt = (text: string, at: number): Part | undefined => {
  const rest = text.slice(at, at + 66);
  if (/^['"`]/.test(rest)) return quotedAt(text, at);
  // `--5` is a comment in PostgreSQL and a number in MySQL; `#` is an operator in PostgreSQL.
  if (rest.startsWith('--')) return { ...lineAt(text, at), isCertain: /^--(?:\s|$)/.test(rest) };
  if (rest.startsWith('#')) return { ...lineAt(text, at), isCertain: false };
  if (rest.startsWith('/*')) {
    const part = restOf(text, at, '*/');
    // MySQL carries out `/*! … */`, and PostgreSQL nests comments.
    const isPlain = !/^\/\*(?:!|M!)/.test(rest) && !text.slice(at + 2, at + part.length).includes('/*');
    return { ...part, isCertain: part.isCertain && isPlain, isComment: true };
  }
  const [mark] = /^\$(?:[A-Za-z_]\w{0,62})?\$/.exec(rest) ?? [];
  if (mark === undefined) return undefined;
  const end = text.indexOf(mark, at + mark.length);
  // A program between dollar signs, or text of a database that knows none.
  return { length: (end < 0 ? text.length : end + mark.length) - at, isCertain: false };
};

/** Statements of which the content is put together while they run, or is a program. MariaDB takes parts of programs anywhere. */
const hidden =
  /^(?:(?:[^:]{1,128}: ?)?(?:begin not atomic|if|case|loop|while|repeat|for)|do|call|prepare|execute|deallocate|handler|set statement)\b|\bU&['"]/i;
/** Functions of PostgreSQL and its usual extensions that carry out a text. */
const carrying =
  /\b(?:query_to_xml(?:schema|_and_xmlschema)?|ts_stat|ts_rewrite|dblink\w*|crosstab\w*|connectby)\b/i;

const inWords = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** The statements of a text, however a database reads quotes and comments; where that differs, they are unknown. */
export const statementsIn = (text: string): Statement[] => {
  const found: Statement[] = [];
  let [start, plain, isCertain] = [0, '', true];
  const finish = (end: number) => {
    const words = inWords(plain);
    if (words !== '' || !isCertain) {
      const bare = words.replace(/["`]/g, '');
      const isUnknown = !isCertain || hidden.test(words) || carrying.test(bare);
      found.push({ text: words, others: [inWords(text.slice(start, end)), bare], isUnknown });
    }
    [start, plain, isCertain] = [end + 1, '', true];
  };
  for (let at = 0; at < text.length; at += 1) {
    const part = partAt(text, at);
    if (part) {
      plain += part.isComment ? ' ' : text.slice(at, at + part.length);
      isCertain &&= part.isCertain;
      at += part.length - 1;
    } else if (text[at] === ';') finish(at);
    else plain += text[at];
  }
  finish(text.length);
  return found;
};
