/** The rule behind a decision. */
export type Rule = { filter: { id: string; name: string }; group: { id: string; name: string } | null };

/** What the rules say about a line. */
export type Ruling = {
  action: 'accept' | 'warning' | 'review' | 'reject';
  /** More may run than was judged; kept beside whatever the rules say of the part that was. */
  isUnknown?: true;
  /** What it runs depends on names that earlier lines set, so that the same text may run something else later. */
  isDependent?: true;
  /** Absent when no rule names the line. */
  rule?: Rule;
};

/** Decides the lines of one session. */
export type Judge = {
  /** No rule is in force. */
  isIdle: () => boolean;
  /** One line, or several that belong together; throws where the rules cannot be applied. */
  decide: (line: string) => Ruling;
  /** The shell got it: what it defines may matter for later lines. */
  entered: (line: string) => void;
  /** The line starts a program that reads another language than a shell's. */
  startsOther: (line: string) => boolean;
  /** A shell asks for the rest of the line before it runs any of it. */
  isUnfinished: (line: string) => boolean;
};

const strictness: Record<Ruling['action'], number> = { accept: 0, warning: 1, review: 2, reject: 3 };

/** A ruling about a line of which something else may run. */
export const unknown: Ruling = { action: 'accept', isUnknown: true };

/** A ruling about a line that need not make sense by itself. */
export const known = ({ isUnknown: _, ...ruling }: Ruling): Ruling => ruling;

/** A line that a rule accepts is decided, one that no rule names is not. */
const isStricter = (one: Ruling, than: Ruling): boolean =>
  strictness[one.action] > strictness[than.action] ||
  (one.action === than.action && one.rule !== undefined && than.rule === undefined);

/**
 * The strictest of several, the earliest among equals that a rule decided; a doubt about one of them is a doubt
 * about all.
 */
export const strictest = (rulings: readonly Ruling[]): Ruling => {
  const most = rulings.reduce<Ruling>((most, ruling) => (isStricter(ruling, most) ? ruling : most), {
    action: 'accept',
  });
  return {
    ...most,
    ...(rulings.some(({ isUnknown }) => isUnknown) && { isUnknown: true }),
    ...(rulings.some(({ isDependent }) => isDependent) && { isDependent: true }),
  };
};
