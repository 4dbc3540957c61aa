/** A reference to the history, as bash and zsh expand it when the line is entered. */
const REFERENCE = /^(?:![^\s=(!"';&|)]+|!!)/;
const SUBSTITUTION = /^\s*\^[^^]+\^/;

/** Whether a `!` here is not read as a reference: in `$!`, `[!a]`, `${!x}`. */
const isPlain = (before: string): boolean =>
  before.endsWith('$') || before.endsWith('[') || before.endsWith('${');

/**
 * The line with `!!` replaced by the previous one, as shells do when it is entered; null when it refers to other
 * lines of a history that only the machine knows.
 */
export const recalled = (line: string, previous: string | null): string | null => {
  if (SUBSTITUTION.test(line)) return null;
  let text = '';
  let quote = '';
  for (let at = 0; at < line.length; ) {
    const char = line[at]!;
    const isLiteral = quote === "'" || isPlain(text);
    const reference = char === '!' && !isLiteral ? REFERENCE.exec(line.slice(at)) : null;
    if (reference && (reference[0] !== '!!' || previous === null)) return null;
    if (char === quote) quote = '';
    else if (quote === '' && (char === "'" || char === '"')) quote = char;
    const length = char === '\\' && quote !== "'" ? 2 : (reference?.[0].length ?? 1);
    text += reference ? previous : line.slice(at, at + length);
    at += length;
  }
  return text;
};
