/** What encloses a part of a shell's text, and how deep its parentheses are. */
type Frame = { kind: 'bare' | 'double' | 'sum' | 'tick'; depth: number };

/** A text that follows a line, up to a line that holds this word alone. */
type HereText = { end: string; hasTabs: boolean };

const hereText = /<<(-?)[ \t]*(?:'([^'\n]*)'|"([^"\n]*)"|\\?([^\s;&|<>()'"`$]+))/y;
const atWordStart = /[\s;&|()]/;

const matchAt = (pattern: RegExp, text: string, at: number): RegExpExecArray | null => {
  pattern.lastIndex = at;
  return pattern.exec(text);
};

/** The place behind the texts that begin with the line at `from`. */
const behindTexts = (text: string, from: number, texts: readonly HereText[]): number => {
  let at = from;
  for (const { end, hasTabs } of texts)
    while (at < text.length) {
      const line = text.slice(at, text.indexOf('\n', at) < 0 ? text.length : text.indexOf('\n', at));
      at += line.length + 1;
      if ((hasTabs ? line.replace(/^\t+/, '') : line) === end) break;
    }
  return Math.min(at, text.length);
};

/** A closing sign that is not there counts at the end. */
const behind = (text: string, sign: string, from: number): number => {
  const found = text.indexOf(sign, from);
  return found < 0 ? text.length : found + 1;
};

type Step = { next: number; isBare?: boolean };

/** Whether the text that a frame holds is split into words. */
const splits = ({ kind }: Frame): boolean => kind === 'bare' || kind === 'tick';

const enter = (stack: Frame[], kind: Frame['kind'], next: number): Step => {
  stack.push({ kind, depth: 0 });
  return { next };
};

/** What opens or closes at a place, whether quoted or not; undefined: nothing of that. */
const nested = (text: string, at: number, stack: Frame[]): Step | undefined => {
  const top = stack.at(-1);
  const sign = text[at];
  if (sign === '\\') return { next: at + 2 };
  if (sign === '"' && top?.kind !== 'sum') {
    if (top?.kind !== 'double') return enter(stack, 'double', at + 1);
    stack.pop();
    return { next: at + 1 };
  }
  if (sign === '`') {
    if (top?.kind !== 'tick') return enter(stack, 'tick', at + 1);
    stack.pop();
    return { next: at + 1 };
  }
  if (text.startsWith('$((', at)) return enter(stack, 'sum', at + 3);
  return text.startsWith('$(', at) ? enter(stack, 'bare', at + 2) : undefined;
};

/** Parentheses: those that a frame holds itself, and the one that closes it. */
const closed = (text: string, at: number, stack: Frame[]): Step | undefined => {
  const top = stack.at(-1);
  if (!top || top.kind === 'double') return undefined;
  if (text[at] === '(') top.depth += 1;
  else if (text[at] !== ')') return undefined;
  else if (top.depth > 0) top.depth -= 1;
  else if (stack.length > 1 && top.kind !== 'tick') {
    stack.pop();
    return { next: at + (top.kind === 'sum' ? 2 : 1) };
  }
  return { next: at + 1 };
};

const plainStep = (text: string, at: number, waiting: HereText[]): Step => {
  if (text[at] === "'") return { next: behind(text, "'", at + 1) };
  if (text[at] === '#' && (at === 0 || atWordStart.test(text[at - 1] ?? '')))
    return { next: behind(text, '\n', at) - 1 };
  if (text.startsWith('<<<', at)) return { next: at + 3 };
  const here = matchAt(hereText, text, at);
  if (here) {
    const [whole, dash, ...ends] = here;
    waiting.push({ end: ends.find((end) => end !== undefined) ?? '', hasTabs: dash === '-' });
    return { next: at + whole.length };
  }
  if (text[at] === '\n') return { next: behindTexts(text, at + 1, waiting.splice(0)) };
  return { next: at + 1, isBare: true };
};

/**
 * At which characters of a text a POSIX shell reads words that it would split: outside quotes, sums, comments and
 * texts that follow a line. What ends too early is read as if it went on.
 */
export const barePlaces = (text: string): boolean[] => {
  const bare = new Array<boolean>(text.length).fill(false);
  const stack: Frame[] = [{ kind: 'bare', depth: 0 }];
  const waiting: HereText[] = [];
  for (let at = 0; at < text.length; ) {
    const top = stack.at(-1);
    const step =
      nested(text, at, stack) ??
      closed(text, at, stack) ??
      (top && splits(top) ? plainStep(text, at, waiting) : { next: at + 1 });
    if (step.isBare) bare[at] = true;
    at = Math.max(at + 1, step.next);
  }
  return bare;
};
