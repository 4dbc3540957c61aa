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
  /**
   * The line was to be erased while a program ran; what the terminal had already passed to the program may still be
   * there. `stays`: whether the terminal still shows it; null where it never did.
   */
  erased: (line: HeldLine, stays: boolean | null) => void;
  /** The line decided last is taken back; null: another one. A shell that obeys also discards what was entered. */
  takenBack: (decided: Decided | null) => void;
  /** The user pressed Ctrl-C. */
  cancelled: () => void;
  /** Lines were discarded that the next one continues if the shell missed the Ctrl-C. */
  isContinued: () => boolean;
  /** Lines were entered that no rule had to decide. */
  missed: () => void;
};

/** Prompts with which shells ask for the rest of a command: `> `, `quote> `, `for then> `. */
const SECONDARY = /^[a-z ]*> ?$/;
/** Most characters of unfinished commands that are joined; the oldest are left out. */
const MOST = 16 * 1024;
/** Most readings that are kept of discarded lines. */
const MOST_TEXTS = 32;

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

/** The possible readings of the line; what was typed is the likeliest. */
const textsOf = (line: HeldLine, typed: string): string[] => {
  // What is typed into an editor is no command, but after a prompt of the shell it is.
  const typedIn = typed === '' || (line.isFull && line.prompt === '') ? [] : [typed];
  return [...new Set([...typedIn, ...line.texts])];
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
    /** The shell asks for the rest of the command before it runs anything. */
    isOpen: () => unit.text !== '' && isUnfinished,
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

/** What a terminal may still hold of lines that it should have erased while a program ran. */
const createLeftover = () => {
  let leftover = nothing;
  /** The terminal was seen to keep it. */
  let isKept = false;
  return {
    clear: () => {
      leftover = nothing;
    },
    add: (line: Rest, stays: boolean | null) => {
      isKept = stays ?? isKept;
      leftover = joinedRest(leftover, '', line);
    },
    /** What may precede the line; null if nothing does. */
    before: ({ isShown }: HeldLine, typed: string): Rest | null =>
      leftover.text !== '' && (isKept || typed === '' || !isShown) ? leftover : null,
  };
};

/** The discarded text, until the machine is seen to have dropped it. */
const createGivenUp = () => {
  let isPending = false;
  let texts: readonly string[] = [];
  return {
    isPending: () => isPending,
    hasTexts: () => texts.length > 0,
    add: (more: readonly string[]) => {
      isPending = true;
      texts = [...new Set([...texts, ...more])].slice(-MOST_TEXTS);
    },
    clear: () => {
      isPending = false;
      texts = [];
    },
    /** What is typed now, appended to everything that may still precede it. */
    before: ({ isInterrupting, before, hint, texts: shown }: HeldLine): string[] => {
      if (!isInterrupting) return [];
      const now = hint !== null || shown.length === 0 ? [hint ?? ''] : shown;
      const stuck = new Set([...(before ? [before] : []), ...texts]);
      return [...stuck].flatMap((text) => now.map((typed) => `${text}${typed}`.trim()));
    },
  };
};

/** Whether text other than what was judged may precede the line. */
const isPreceded = ({ isInterrupting, before, hint }: HeldLine): boolean =>
  isInterrupting && (before === null || (before !== '' && hint === null));

/** Everything that may run: the line, with the lines that it continues, and appended to the discarded text. */
const createReadings =
  (parts: {
    unit: ReturnType<typeof createUnit>;
    givenUp: ReturnType<typeof createGivenUp>;
    ruleAll: ReturnType<typeof createRuling>;
  }) =>
  (line: HeldLine, texts: readonly string[]): { readings: Reading[]; isBehind: boolean } => {
    const { unit, givenUp, ruleAll } = parts;
    const continues = unit.isContinued(line.prompt);
    if (!continues) unit.clear();
    const behind = givenUp.before(line);
    const readings = [
      ...ruleAll(texts, continues),
      // It is not known whether the machine obeyed, so both readings must be allowed.
      ...(continues && givenUp.isPending() ? ruleAll(texts, false) : []),
      ...behind.flatMap((text) => ruleAll([text], continues)),
    ];
    return { readings, isBehind: behind.length > 0 };
  };

/** Starts with nothing entered. */
export const createLineJudge = (judge: Judge): LineJudge => {
  const unit = createUnit(judge);
  let previous: string | null = null;
  const leftover = createLeftover();
  /** The next line may continue one that was not decided. */
  let isAfterMissed = false;
  const language = createLanguage(judge);
  const givenUp = createGivenUp();
  /** Readings of the line that was decided last. */
  let latest: readonly string[] = [];
  const ruleAll = createRuling(judge, { unit, isOther: language.isOther, previous: () => previous });
  const readingsOf = createReadings({ unit, givenUp, ruleAll });
  /** A new prompt shows that nothing is left of the discarded text. */
  const letGo = ({ isInterrupting, isAtPrompt }: HeldLine) => {
    if (isInterrupting) return;
    if (givenUp.isPending()) unit.clear();
    if (givenUp.isPending() || isAtPrompt) leftover.clear();
    givenUp.clear();
  };

  return {
    decide: ({ line, isUnsure }) => {
      const typed = line.hint?.trim() ?? '';
      const texts = textsOf(line, typed);
      language.isAt(line.prompt);
      letGo(line);
      const left = leftover.before(line, typed);
      if (left) texts.push(left.text + typed);
      latest = texts;
      const { readings, isBehind } = readingsOf(line, texts);
      const ruling = strictest(readings.map((reading) => reading.ruling));
      const isHalf = isAfterMissed && SECONDARY.test(line.prompt);
      const isDoubtful = !judge.isIdle() && (isUnsure || isHalf || isPreceded(line));
      const safe = isDoubtful ? strictest([ruling, unknown]) : ruling;
      const names = namesOf(line, typed);
      const hides = names.isHidden || unit.isHidden() || left?.isHidden === true || isBehind;
      return { ...safe, ...names, shown: shownOf(readings, safe, { isHidden: hides, isCut: unit.isCut() }) };
    },
    decidePasted: (text) => {
      latest = [text];
      const readings = ruleAll([text], unit.isContinued(''));
      const ruling = strictest(readings.map((reading) => reading.ruling));
      const shown = shownOf(readings, ruling, { isHidden: unit.isHidden(), isCut: unit.isCut() });
      return { ...ruling, text, entry: text, isHidden: false, shown };
    },
    entered: ({ entry, isHidden: isSecret }) => {
      isAfterMissed = false;
      givenUp.clear();
      if (isSecret) previous = null;
      else if (entry !== '') previous = entry;
      unit.add({ text: entry, isHidden: isSecret });
      language.entered(entry);
    },
    erased: (line, stays) => {
      unit.clear();
      givenUp.clear();
      leftover.add({ text: line.hint?.trim() ?? line.texts[0] ?? '', isHidden: isHidden(line) }, stays);
    },
    takenBack: (decided) => {
      isAfterMissed = false;
      givenUp.add(decided ? latest : []);
    },
    cancelled: () => givenUp.add([]),
    isContinued: () => givenUp.isPending() && (unit.isOpen() || givenUp.hasTexts()),
    missed: () => {
      isAfterMissed = true;
      givenUp.clear();
      unit.clear();
      leftover.clear();
      previous = null;
      language.missed();
    },
  };
};
