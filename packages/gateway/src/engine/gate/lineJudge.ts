import type { HeldLine } from '../screen/heldLine.ts';
import type { Settled } from './echo.ts';
import { recalled } from './recall.ts';
import { type Reading, type Shown, shownOf } from './reviews.ts';
import { type Judge, known, type Ruling, strictest, unknown } from './ruling.ts';

/** A decision with the line it is about. */
export type Decided = Ruling & {
  /** As the list of commands shows it. */
  text: string;
  /** What the shell gets, also where it must not be stored. */
  entry: string;
  /** The machine did not show it: it must not be stored. */
  isHidden: boolean;
  /** As reviewers see it: all that was judged. */
  shown: Shown;
};

/** Decides the lines of one session, joined where a command goes on over several. */
export type LineJudge = {
  decide: (settled: Settled) => Decided;
  /** Decides a line of a pasted block. */
  decidePasted: (text: string) => Decided;
  /** The line was entered. */
  entered: (decided: Pick<Decided, 'entry' | 'isHidden'>) => void;
  /** The line was erased while a program ran; what the terminal had already handed on may still be there. */
  erased: (line: HeldLine) => void;
  /** The shell gave up what was entered. */
  forget: () => void;
  /** The user pressed Ctrl-C. */
  cancelled: () => void;
  /** Lines were entered that no rule had to decide. */
  missed: () => void;
};

/** Prompts with which shells ask for the rest of a command: `> `, `quote> `, `for then> `. */
const SECONDARY = /^[a-z ]*> ?$/;
/** Most characters of unfinished commands that are joined; the oldest are left out. */
const MOST = 16 * 1024;

/** Whether a line ends inside quotes or with a backslash, so that the next one continues a word. */
const isOpen = (text: string): boolean => {
  let quote = '';
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at]!;
    if (char === '\\' && quote !== "'") {
      at += 1;
      if (at >= text.length) return true;
    } else if (quote === '' && (char === "'" || char === '"')) quote = char;
    else if (char === quote) quote = '';
  }
  return quote !== '';
};

const HERE_DOCUMENT = /<<-?\s*\\?['"]?([\w.-]+)/g;

/** Whether the text of a here-document goes on. */
const isInHereDocument = (text: string): boolean => {
  const lines = text.split('\n');
  return [...text.matchAll(HERE_DOCUMENT)].some(
    ([, word]) => !lines.slice(1).some((line) => line.trim() === word),
  );
};

const isHidden = ({ hint, isShown, isFull, texts }: HeldLine): boolean =>
  hint !== null && hint.trim() !== '' && !isShown && !isFull && !texts.includes(hint.trim());

/** How the list of commands shows a line, and what the shell gets. */
const namesOf = (line: HeldLine, typed: string): Pick<Decided, 'text' | 'entry' | 'isHidden'> => {
  if (isHidden(line)) return { text: '', entry: typed, isHidden: true };
  const text = line.texts.includes(typed) ? typed : (line.texts[0] ?? typed);
  return { text, entry: text, isHidden: false };
};

/** What lines leave behind: unfinished commands, or what a terminal may still hold. */
type Rest = { text: string; isHidden: boolean };

const nothing: Rest = { text: '', isHidden: false };

/** The end of both, which is hidden if one of them is. */
const joinedRest = (before: Rest, between: string, after: Rest): Rest => ({
  text: `${before.text}${between}${after.text}`.slice(-MOST),
  isHidden: before.isHidden || after.isHidden,
});

/** The command that lines belong to, as far as it goes on over several. */
const createUnit = (judge: Judge) => {
  let unit = nothing;
  /** The shell asks for the rest of it. */
  let isUnfinished = false;
  const begin = (lines: Rest) => {
    const { text } = lines;
    unit = lines;
    isUnfinished = isOpen(text) || isInHereDocument(text) || judge.isUnfinished(text);
  };
  const joined = (text: string) => `${unit.text}\n${text}`;
  return {
    joined,
    judged: (text: string) => judge.decide(joined(text).replaceAll('\\\n', '')),
    isContinued: (prompt: string) => unit.text !== '' && (isUnfinished || SECONDARY.test(prompt)),
    isHidden: () => unit.isHidden,
    isCut: () => unit.text.length >= MOST,
    add: (line: Rest) => {
      begin(joinedRest(unit, unit.text === '' ? '' : '\n', line));
      judge.entered(unit.text.replaceAll('\\\n', ''));
    },
    clear: () => begin(nothing),
  };
};

/** Follows in which language lines are read. */
const createLanguage = (judge: Judge) => {
  /** The prompt at which a program was started that reads another language. */
  let startedAt: string | null = null;
  let prompt = '';
  const isOther = () => startedAt !== null && startedAt !== prompt;
  return {
    isOther,
    isAt: (shown: string) => {
      prompt = shown;
    },
    entered: (text: string) => {
      if (!isOther()) startedAt = judge.startsOther(text) && prompt.trim() !== '' ? prompt : null;
    },
    missed: () => {
      startedAt = null;
    },
  };
};

/** Judges what may run, alone and with the lines that it continues. */
const createRuling = (
  judge: Judge,
  parts: {
    unit: ReturnType<typeof createUnit>;
    isOther: () => boolean;
    previous: () => string | null;
  },
) => {
  const { unit, isOther } = parts;
  /** A line that continues others makes sense with them only, one in another language not as a shell's. */
  const rule = (text: string, isPart: boolean): Reading => {
    const expanded = recalled(text, parts.previous());
    const line = expanded ?? text;
    const ruling = judge.decide(line);
    // What `!!` stands for depends on what the machine keeps in its history.
    const isRecalled = expanded === null || (line !== text && !isOther());
    if (isRecalled && !judge.isIdle()) return { text: line, ruling: strictest([ruling, unknown]) };
    return { text: line, ruling: isPart || isOther() ? known(ruling) : ruling };
  };
  return (texts: readonly string[], isPart: boolean): Reading[] =>
    texts.map((text, at) => {
      // Of the readings the first is the likeliest; the others need not make sense.
      const alone = rule(text, isPart || at > 0);
      if (!isPart) return alone;
      const whole = unit.judged(text);
      const ofUnit = at > 0 || isOther() ? known(whole) : whole;
      return { text: unit.joined(alone.text), ruling: strictest([alone.ruling, ofUnit]) };
    });
};

/** Starts with nothing entered. */
export const createLineJudge = (judge: Judge): LineJudge => {
  const unit = createUnit(judge);
  let previous: string | null = null;
  /** What may still precede the next line. */
  let leftover = nothing;
  /** The next line may continue one that was not decided. */
  let isAfterMissed = false;
  const language = createLanguage(judge);
  const ruleAll = createRuling(judge, { unit, isOther: language.isOther, previous: () => previous });

  return {
    decide: ({ line, isUnsure }) => {
      const typed = line.hint?.trim() ?? '';
      // What is typed into an editor is no command, but behind a prompt of the shell it is.
      const typedIn = typed === '' || (line.isFull && line.prompt === '') ? [] : [typed];
      // What was typed is the likeliest reading.
      const texts = [...new Set([...typedIn, ...line.texts])];
      language.isAt(line.prompt);
      if (line.isAtPrompt) leftover = nothing;
      const isLeft = leftover.text !== '' && (typed === '' || !line.isShown);
      if (isLeft) texts.push(leftover.text + typed);
      const continues = unit.isContinued(line.prompt);
      if (!continues) unit.clear();
      const readings = ruleAll(texts, continues);
      const ruling = strictest(readings.map((reading) => reading.ruling));
      const isHalf = isAfterMissed && SECONDARY.test(line.prompt);
      const isDoubtful = !judge.isIdle() && (isUnsure || isHalf);
      const safe = isDoubtful ? strictest([ruling, unknown]) : ruling;
      const names = namesOf(line, typed);
      const hides = names.isHidden || unit.isHidden() || (isLeft && leftover.isHidden);
      return { ...safe, ...names, shown: shownOf(readings, safe, { isHidden: hides, isCut: unit.isCut() }) };
    },
    decidePasted: (text) => {
      const readings = ruleAll([text], unit.isContinued(''));
      const ruling = strictest(readings.map((reading) => reading.ruling));
      const shown = shownOf(readings, ruling, { isHidden: unit.isHidden(), isCut: unit.isCut() });
      return { ...ruling, text, entry: text, isHidden: false, shown };
    },
    entered: ({ entry, isHidden: isSecret }) => {
      isAfterMissed = false;
      if (isSecret) previous = null;
      else if (entry !== '') previous = entry;
      unit.add({ text: entry, isHidden: isSecret });
      language.entered(entry);
    },
    erased: (line) => {
      const text = line.hint?.trim() ?? line.texts[0] ?? '';
      leftover = joinedRest(leftover, '', { text, isHidden: isHidden(line) });
    },
    forget: () => {
      isAfterMissed = false;
      unit.clear();
    },
    cancelled: () => {
      unit.clear();
      leftover = nothing;
    },
    missed: () => {
      isAfterMissed = true;
      unit.clear();
      leftover = nothing;
      previous = null;
      language.missed();
    },
  };
};
