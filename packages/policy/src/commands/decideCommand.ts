import type { CommandGroup, CommandVerdict, ShellState } from '@gatehouse/contract/policy/command.ts';
import { RE2JS, RE2Set } from 're2js';
import { type CommandPattern, compileCommandPattern } from './commandPattern.ts';
import { freshState } from './shell/session.ts';
import { readLine, type SimpleCommand } from './shell/simpleCommands.ts';

/** What a filter needs to decide a command. */
type Filter = {
  id: string;
  action: 'reject' | 'accept' | 'review' | 'warning';
  command_groups: readonly CommandGroup[];
};

type Hit<F extends Filter> = {
  at: number;
  filter: F;
  group: CommandGroup;
  pattern: CommandPattern;
  /** Finds the commands of a group where a command begins. */
  atStart: RE2JS | undefined;
};

/** Filters of a session, ready to decide its lines. */
export type CompiledFilters<F extends Filter> = {
  /** The groups that match a text, in the order of their filters. */
  hitsOf(text: string): readonly Hit<F>[];
  /** Words that groups forbid or name, for names with wildcards. */
  words: readonly string[];
  /** Groups whose content cannot be compiled; they match nothing. */
  invalid: readonly CommandGroup[];
};

const strictness = { none: 0, accept: 1, warning: 2, review: 3, reject: 4 } as const;

const wordsOf = ({ type, content }: CommandGroup): string[] =>
  type === 'command'
    ? content.split(/[\r\n]+/).flatMap((line) => line.trim().split(/\s+/)[0] ?? [])
    : (content.replace(/\\./g, ' ').match(/[\w.+-]{2,}/g) ?? []);

const largestSet = 20_000;

/** Sets that find all matching patterns in one pass over a text; large ones are divided. */
const setsOf = (hits: readonly Hit<Filter>[], isFolded: (hit: Hit<Filter>) => boolean) => {
  const sets: { set: RE2Set; first: number }[] = [];
  let size = largestSet;
  hits.forEach((hit, at) => {
    size += hit.pattern.source.length;
    if (size > largestSet) {
      sets.push({ set: new RE2Set(), first: at });
      size = hit.pattern.source.length;
    }
    sets.at(-1)?.set.add(`(?${isFolded(hit) ? 'i' : ''}:${hit.pattern.source})`);
  });
  for (const { set } of sets) set.compile();
  return sets;
};

/** Compiles the command filters of a session, which come in the order in which they decide. */
export const compileFilters = <F extends Filter>(filters: readonly F[]): CompiledFilters<F> => {
  const all: Hit<F>[] = [];
  const invalid: CommandGroup[] = [];
  filters.forEach((filter, at) => {
    for (const group of filter.command_groups) {
      const pattern = compileCommandPattern(group);
      if ('refusal' in pattern) {
        invalid.push(group);
        continue;
      }
      const isNamed = filter.action === 'accept' && group.type === 'command';
      const flags = group.ignore_case ? RE2JS.CASE_INSENSITIVE : 0;
      const atStart = isNamed ? RE2JS.compile(`^(?:${pattern.source})`, flags) : undefined;
      all.push({ at, filter, group, pattern, atStart });
    }
  });
  const sets = setsOf(all, ({ group }) => group.ignore_case);
  return {
    hitsOf: (text) =>
      sets
        .flatMap(({ set, first }) => set.match(text).map((at) => first + at))
        .sort((a, b) => a - b)
        .flatMap((at) => all[at] ?? []),
    words: [...new Set(all.flatMap(({ group }) => wordsOf(group)))],
    invalid,
  };
};

/** The words that a name with wildcards may stand for. */
const wildWords = (name: string, words: readonly string[]): string[] => {
  // Whatever the folder holds first: no program is meant, and `*)` of a `case` reads so alone.
  if (name === '*') return [];
  const source = name
    .replace(/[\\^$.+|(){}]/g, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll('?', '.')
    .replaceAll('[!', '[^');
  try {
    const pattern = RE2JS.compile(source);
    return words.filter((word) => pattern.matches(word.slice(word.lastIndexOf('/') + 1)));
  } catch {
    return [...words];
  }
};

const formsOf = ({ forms, wild }: SimpleCommand, words: readonly string[]): string[] =>
  wild ? [...forms, ...wildWords(wild.name, words).map((word) => `${word} ${wild.rest}`.trim())] : [...forms];

type Decision<F extends Filter> = { hit: Hit<F>; text: string };

const isFirst = <F extends Filter>(decision: Decision<F>, than: Decision<F> | undefined): boolean =>
  than === undefined || decision.hit.at < than.hit.at;

/** A match that is only a part of a program's name, as `halt` of `./halt-check`. */
const isPartOfName = ({ pattern }: Hit<Filter>, text: string): boolean => {
  const found = pattern.find(text)?.trim() ?? '';
  const [name = ''] = text.split(' ', 1);
  return found !== '' && found.length < name.length && name.startsWith(found);
};

/** The first filter that matches one of the texts decides. */
const firstOf = <F extends Filter>(
  texts: readonly string[],
  filters: CompiledFilters<F>,
  counts: (hit: Hit<F>, text: string) => boolean,
): Decision<F> | undefined => {
  let first: Decision<F> | undefined;
  for (const text of texts) {
    const hit = filters.hitsOf(text).find((one) => counts(one, text));
    if (hit && isFirst({ hit, text }, first)) first = { hit, text };
  }
  return first;
};

/**
 * A filter that accepts a command by name accepts what begins with it, not what names it somewhere. The name of a
 * program without its path, which was not written so, has to be matched to its end.
 */
const countsFor =
  (written: string | undefined) =>
  (hit: Hit<Filter>, text: string): boolean =>
    hit.atStart?.test(text) ?? (text === written || !isPartOfName(hit, text));

const strictest = <F extends Filter>(
  decisions: readonly (Decision<F> | undefined)[],
): Decision<F> | undefined =>
  decisions.reduce<Decision<F> | undefined>((worst, one) => {
    if (!one || !worst) return worst ?? one;
    const difference = strictness[one.hit.filter.action] - strictness[worst.hit.filter.action];
    return difference > 0 || (difference === 0 && isFirst(one, worst)) ? one : worst;
  }, undefined);

/**
 * Decides a line before the machine gets it (reference 04 §16.3, decision 0365). For each command of the line
 * the first filter that matches it decides, so an accepted one ends the search for itself only; the strictest
 * decision is that of the line. What holds several commands, such as a pipeline, is judged as well, but for
 * what it says about a command that a filter before accepted.
 */
export const decideCommand = <F extends Filter>(
  line: string,
  filters: CompiledFilters<F>,
  before: ShellState = freshState,
): CommandVerdict<F> => {
  const { commands, spans, isUnparsed, isUnfinished, state } = readLine(line.trim(), before);
  const texts = commands.map((command) => formsOf(command, filters.words));
  const ofCommands = texts.map((forms) => firstOf(forms, filters, countsFor(forms[0])));
  const accepted = ofCommands.flatMap((decision, at) =>
    decision?.hit.filter.action === 'accept' ? [{ at: decision.hit.at, forms: texts[at] ?? [] }] : [],
  );
  const isExempt = (hit: Hit<F>) =>
    !isUnparsed &&
    accepted.some(({ at, forms }) => at < hit.at && forms.some((form) => hit.pattern.matches(form)));
  const ofSpans = firstOf(spans, filters, (hit) => hit.filter.action !== 'accept' && !isExempt(hit));
  const decision = strictest([...ofCommands, ofSpans]);
  if (!decision) return { outcome: 'none', isUnparsed, isUnfinished, state };
  const { hit, text } = decision;
  return {
    outcome: hit.filter.action,
    filter: hit.filter,
    group: hit.group,
    matched: hit.pattern.find(text) ?? '',
    command: text,
    isUnparsed,
    isUnfinished,
    state,
  };
};
