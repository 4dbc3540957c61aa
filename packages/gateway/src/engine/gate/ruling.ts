/** The rule behind a decision. */
export type Rule = { filter: { id: string; name: string }; group: { id: string; name: string } | null };

/** What the rules say about a line; `unknown`: nothing can be said about what it runs. */
export type Ruling = {
  action: 'accept' | 'warning' | 'unknown' | 'review' | 'reject';
  /** Absent when no rule names the line. */
  rule?: Rule;
};

/** Decides the lines of one session. */
export type Judge = {
  /** No rule is in force. */
  isIdle: () => boolean;
  /** One line, or several that belong together. */
  decide: (line: string) => Ruling;
  /** The shell got it: what it defines may matter for later lines. */
  entered: (line: string) => void;
  /** The line starts a program that reads another language than a shell's. */
  startsOther: (line: string) => boolean;
  /** A shell asks for the rest of the line before it runs any of it. */
  isUnfinished: (line: string) => boolean;
};

const strictness: Record<Ruling['action'], number> = {
  accept: 0,
  warning: 1,
  unknown: 2,
  review: 3,
  reject: 4,
};

/** The strictest of several; the earliest among equals. */
export const strictest = (rulings: readonly Ruling[]): Ruling =>
  rulings.reduce((most, ruling) => (strictness[ruling.action] > strictness[most.action] ? ruling : most), {
    action: 'accept',
  });
