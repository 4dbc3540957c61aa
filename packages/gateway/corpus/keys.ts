import iconv from 'iconv-lite';

/*
 * Keys as text. Everything stands for itself, except what is between « and »:
 *
 * «Enter» «LF» «CRLF» «Tab» «Space» «BS» «Esc» «Del» «Up» «Down» «Left» «Right» «Home» «End»
 * «C-r»               control and a letter, also «C-_» «C-@» «C-[» «C-]» «C-\»
 * «M-.»               Meta: escape and the character
 * «Paste» «/Paste»    the marks a terminal sends around pasted text
 * «u 200b»            one or more code points
 * «hex 1b 5b»         bytes
 * «gbk 删除»          text as GBK, whatever the entry's encoding
 * «300*ab»            ab, 300 times
 * «wait»              the runner waits until the screen is quiet
 * «pause 2»           the runner waits that many seconds
 * «resize 40x10»      the window changes its size
 */

export type Step = { bytes: Buffer } | { wait: true } | { pause: number } | { resize: [number, number] };

const named: Readonly<Record<string, string>> = {
  Enter: '\r',
  LF: '\n',
  CRLF: '\r\n',
  Tab: '\t',
  Space: ' ',
  BS: '\x7f',
  Esc: '\x1b',
  Del: '\x1b[3~',
  Up: '\x1b[A',
  Down: '\x1b[B',
  Right: '\x1b[C',
  Left: '\x1b[D',
  Home: '\x1b[H',
  End: '\x1b[F',
  Paste: '\x1b[200~',
  '/Paste': '\x1b[201~',
};

const numbers = (text: string): number[] => text.split(' ').map((word) => Number.parseInt(word, 16));

const patterns: [pattern: RegExp, step: (text: string, more: string) => Step][] = [
  [/^C-([a-z@[\\\]^_])$/, (key) => ({ bytes: Buffer.from([key.toUpperCase().charCodeAt(0) & 31]) })],
  [/^M-(.)$/u, (key) => ({ bytes: Buffer.from(`\x1b${key}`) })],
  [/^u ([0-9a-f ]+)$/, (codes) => ({ bytes: Buffer.from(String.fromCodePoint(...numbers(codes))) })],
  [/^hex ([0-9a-f ]+)$/, (bytes) => ({ bytes: Buffer.from(numbers(bytes)) })],
  [/^gbk (.+)$/u, (text) => ({ bytes: iconv.encode(text, 'gbk') })],
  [/^(\d+)\*(.+)$/u, (times, text) => ({ bytes: Buffer.from(text.repeat(Number(times))) })],
  [/^wait$/, () => ({ wait: true })],
  [/^pause (\d+)$/, (seconds) => ({ pause: Number(seconds) })],
  [/^resize (\d+)x(\d+)$/, (columns, rows) => ({ resize: [Number(columns), Number(rows)] })],
];

const stepOf = (name: string, at: string): Step => {
  const key = named[name];
  if (key !== undefined) return { bytes: Buffer.from(key) };
  for (const [pattern, step] of patterns) {
    const found = pattern.exec(name);
    if (found) return step(found[1] ?? '', found[2] ?? '');
  }
  throw new Error(`${at}: no key is called ${name}`);
};

/** What the runner does for a text in this notation, in order; one step per key, and one per run of plain text. */
export const stepsOf = (text: string, encoding: 'utf8' | 'gbk', at: string): Step[] =>
  text
    .split(/«([^»]*)»/)
    .map((piece, index): Step => {
      if (index % 2 === 1) return stepOf(piece, at);
      return { bytes: encoding === 'gbk' ? iconv.encode(piece, 'gbk') : Buffer.from(piece) };
    })
    .filter((step) => !('bytes' in step) || step.bytes.length > 0);
