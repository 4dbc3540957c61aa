const escapes: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  a: '',
  b: '',
  f: '\f',
  v: '\v',
  '\\': '\\',
};

/** A text with its escapes resolved: `\\x6d`, `\\155`, `\\n`. */
export const unescaped = (text: string): string =>
  text.replace(
    /\\(?:x([0-9a-fA-F]{1,2})|0?([0-7]{1,3})|(.))/gs,
    (whole, hex?: string, octal?: string, letter?: string) => {
      if (hex) return String.fromCharCode(Number.parseInt(hex, 16));
      if (octal) return String.fromCharCode(Number.parseInt(octal, 8));
      return (letter && escapes[letter]) ?? whole;
    },
  );

const echoed = (words: readonly string[]): string => {
  const first = words.findIndex((word) => !/^-[neE]+$/.test(word));
  const text = first < 0 ? '' : words.slice(first).join(' ');
  return words.slice(0, Math.max(first, 0)).some((word) => word.includes('e')) ? unescaped(text) : text;
};

const printed = ([format = '', ...values]: readonly string[]): string => {
  const given = [...values];
  const once = () =>
    unescaped(format).replace(/%(%|b|s|c|d)/g, (_, kind: string) =>
      kind === '%' ? '%' : (given.shift() ?? ''),
    );
  let text = once();
  for (let rounds = 0; given.length > 0 && format.includes('%') && rounds < 64; rounds += 1) text += once();
  return text;
};

/** What a command prints, where its words alone say so; undefined for any other. */
export const literalOutput = ([name = '', ...words]: readonly string[]): string | undefined => {
  if (name === 'echo') return echoed(words);
  if (name === 'printf') return printed(words);
  const isQuestion =
    name === 'which' ||
    (name === 'command' && words[0] === '-v') ||
    (name === 'type' && /^-[pP]$/.test(words[0] ?? ''));
  return isQuestion ? words.at(-1) : undefined;
};
