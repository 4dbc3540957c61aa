import { RE2JS } from 're2js';

/** A regular expression of a selector, for texts in memory and for the database alike. */
export type SelectorPattern = { matches(text: string): boolean; sql: string };

const longest = 1_024;

const digit = '0-9';
const word = 'A-Za-z0-9_';
const blank = '\\t\\n\\f\\r ';
const sets: Readonly<Record<string, string>> = { d: digit, w: word, s: blank };
/** Letters and digits are those of ASCII, whatever the language of the database. */
const edge = `(?:(?<![${word}])(?=[${word}])|(?<=[${word}])(?![${word}]))`;
const noEdge = `(?:(?<![${word}])(?![${word}])|(?<=[${word}])(?=[${word}]))`;

const bracketOf = (text: string): string | undefined => {
  if (/\\[^dws\\\]^\-.tnrf/[{}()*+?|$]/.test(text) || /\[[:.=]/.test(text.slice(1))) return undefined;
  return text.replace(/\\([dws])/g, (_, letter: string) => sets[letter] ?? '');
};

const tokens =
  /(?<edge>\\[bB])|\\(?<set>[dwsDWS])|(?<end>\\[Az])|(?<same>\\[^a-zA-Z0-9]|\\[tnrf])|(?<bracket>\[\^?\]?(?:[^\]\\]|\\.)*\])|(?<group>\((?:\?(?:P?<[A-Za-z]\w*>|:))?)|(?<count>(?:[*+?]|\{\d{1,2}(?:,\d{0,2})?\})\??)|(?<dot>\.)|(?<anchor>[\^$])|(?<other>[^\\[({}*+?])/suy;

const written = (found: Record<string, string | undefined>): string | undefined => {
  if (found.edge) return found.edge === '\\b' ? edge : noEdge;
  if (found.set) {
    const set = sets[found.set.toLowerCase()] ?? '';
    return found.set === found.set.toLowerCase() ? `[${set}]` : `[^${set}]`;
  }
  if (found.end) return found.end === '\\z' ? '\\Z' : '\\A';
  if (found.bracket) return bracketOf(found.bracket);
  if (found.group) return found.group === '(?:' ? '(?:' : '(';
  if (found.dot) return '[^\\n]';
  return found.same ?? found.count ?? found.anchor ?? found.other;
};

/** The expression as PostgreSQL writes it; undefined for what both do not understand alike. */
const toSql = (pattern: string): string | undefined => {
  const isFolded = pattern.startsWith('(?i)');
  const text = isFolded ? pattern.slice(4) : pattern;
  const scan = new RegExp(tokens);
  let sql = isFolded ? '(?i)' : '(?:';
  let mayRepeat = false;
  while (scan.lastIndex < text.length) {
    const found = scan.exec(text)?.groups;
    const part = found && written(found);
    if (part === undefined || (found?.count && !mayRepeat)) return undefined;
    mayRepeat = !(found?.count || found?.edge || found?.end || found?.anchor || found?.group || part === '|');
    sql += part;
  }
  return isFolded ? sql : `${sql})`;
};

/**
 * A regular expression of a selector, or undefined if it is invalid or means something else to the database
 * than to RE2; such a one matches nothing anywhere (decision 0364).
 */
export const selectorPattern = (pattern: string): SelectorPattern | undefined => {
  const sql = pattern === '' || pattern.length > longest ? undefined : toSql(pattern);
  if (sql === undefined) return undefined;
  try {
    const compiled = RE2JS.compile(pattern);
    return { matches: (text) => compiled.test(text), sql };
  } catch {
    return undefined;
  }
};
