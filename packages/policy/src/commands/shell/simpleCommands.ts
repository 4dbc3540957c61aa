import type { ShellState } from '@gatehouse/contract/policy/command.ts';
import {
  type Assignment,
  type Command,
  forEachChild,
  type ParsedScript,
  type ParseError,
  parse,
  type Redirection,
  type SyntaxNode,
  type Word,
} from 'unbash';
import { commandName, innerOf, readsScript } from './innerCommand.ts';
import { literalOutput } from './literalOutput.ts';
import { roughCommands } from './roughCommands.ts';
import { remember, type Session, sessionOf, stateOf } from './session.ts';
import { type Field, fieldsOf, type Surroundings } from './wordFields.ts';

/** One command that a line runs. */
export type SimpleCommand = {
  /** Its words joined by blanks, without quotes: as written, and with the name alone of a path. */
  forms: readonly string[];
  /** The name, if it holds wildcards, and what follows it. */
  wild?: { name: string; rest: string };
};

/** A line as a shell would run it. */
export type ReadLine = {
  commands: readonly SimpleCommand[];
  /** Texts that hold several commands: the line, pipelines, commands with those they run. */
  spans: readonly string[];
  isUnparsed: boolean;
  /** It was not read only because its end is missing: a shell asks for the rest before it runs any of it. */
  isUnfinished: boolean;
  state: ShellState;
};

/** Characters of a line that is still parsed, and commands in it. */
const longestLine = 4_096;
const mostCommands = 400;
const deepest = 12;
/** Parts of a line that are looked at, each as often as a loop or a function comes to it. */
const mostSteps = 4_000;
/** Substitutions in a line: the time for those within one another grows with the square of their number. */
const mostSubstitutions = 64;

/** What keeps a line from being read, and how much of it was. */
type Problems = { isUnparsed: boolean; isUnfinished: boolean; steps: number };

type Reading = Session & {
  source: string;
  depth: number;
  commands: SimpleCommand[];
  spans: string[];
  problems: Problems;
};

const near = (reading: Reading): Surroundings => ({
  variable: (name) => reading.variables.get(name),
  output: (script) => outputOf(script, reading),
  tooLong: () => {
    reading.problems.isUnparsed = true;
  },
});

const wordsOf = (command: Command, reading: Reading): Field[] => {
  const around = near(reading);
  const assignedText = (value: Assignment['value']) =>
    value.type === 'Word'
      ? textOf(value, reading)
      : value.elements.map((word) => textOf(word, reading)).join(' ');
  const nameFields = command.name ? fieldsOf(command.name, around) : [];
  const args = command.args.flatMap((arg) =>
    arg.type === 'Word'
      ? fieldsOf(arg, around)
      : [{ text: `${arg.name}=${assignedText(arg.value)}`, isPattern: false }],
  );
  return [...nameFields, ...args];
};

const textOf = (word: Word, reading: Reading): string =>
  fieldsOf(word, near(reading))
    .map(({ text }) => text)
    .join(' ');

const textsOf = (fields: readonly Field[]): string[] => fields.map(({ text }) => text);

function outputOf(script: ParsedScript | undefined, reading: Reading): string {
  const [statement, ...more] = script?.commands ?? [];
  if (statement?.command.type !== 'Command' || more.length > 0 || reading.depth > deepest) return '';
  return literalOutput(textsOf(wordsOf(statement.command, { ...reading, depth: reading.depth + 1 }))) ?? '';
}

const addCommand = (words: readonly string[], isWild: boolean, { commands, problems }: Reading): void => {
  const [name = '', ...rest] = words;
  if (words.length === 0) return;
  if (commands.length >= mostCommands) {
    problems.isUnparsed = true;
    return;
  }
  const forms = [...new Set([words.join(' '), [commandName(name), ...rest].join(' ')])];
  commands.push(isWild ? { forms, wild: { name: commandName(name), rest: rest.join(' ') } } : { forms });
};

/** Adds a command and those it runs. */
const addWords = (words: readonly string[], isWild: boolean, reading: Reading): void => {
  if (reading.depth > deepest) {
    reading.problems.isUnparsed = true;
    return;
  }
  const deeper = { ...reading, depth: reading.depth + 1 };
  const inner = innerOf(words);
  const run = inner.flatMap((one) => (one.words?.length ? [one.words] : []));
  const own = run[0] && inner.length === 1 ? words.slice(0, words.length - run[0].length) : words;
  addCommand(own, isWild, reading);
  if (own !== words) reading.spans.push(words.join(' '));
  for (const command of run) addWords(command, /[*?[]/.test(command[0] ?? ''), deeper);
  for (const { scripts = [], args = [] } of inner) {
    const [name = '', ...rest] = args;
    const variables = new Map([...deeper.variables, ['0', name] as const, ...positional(rest)]);
    for (const script of scripts) readScript(script, args.length === 0 ? deeper : { ...deeper, variables });
  }
};

/** Reads a script in the session of the line. */
function readScript(source: string, reading: Reading): void {
  if (reading.depth > deepest || reading.commands.length >= mostCommands) {
    reading.problems.isUnparsed = true;
    return;
  }
  if (source.trim() !== '') walk(parse(source), { ...reading, source, depth: reading.depth + 1 });
}

const positional = (args: readonly string[]): [string, string][] => [
  ...args.map((arg, at): [string, string] => [String(at + 1), arg]),
  ['@', args.join(' ')],
  ['*', args.join(' ')],
];

const assign = ({ name, value }: Assignment, reading: Reading): void => {
  const text =
    value.type === 'Word'
      ? textOf(value, reading)
      : value.elements.map((word) => textOf(word, reading)).join(' ');
  remember(reading.variables, name, text);
};

const noteNames = (command: Command, words: readonly string[], reading: Reading): void => {
  for (const part of [...command.prefix, ...command.args])
    if (part.type === 'Assignment') assign(part, reading);
  const [name = '', ...args] = words;
  if (name === 'set' && args[0] === '--')
    for (const [at, text] of positional(args.slice(1))) remember(reading.variables, at, text);
  if (/^(declare|typeset|local)$/.test(name) && args.some((arg) => /^-\w*n/.test(arg)))
    for (const part of command.args)
      if (part.type === 'Assignment' && part.value.type === 'Word') {
        const named = reading.variables.get(textOf(part.value, reading));
        if (named !== undefined) remember(reading.variables, part.name, named);
      }
  if (name !== 'alias') return;
  for (const arg of args) {
    const at = arg.indexOf('=');
    if (at > 0) remember(reading.aliases, arg.slice(0, at), arg.slice(at + 1));
  }
};

const inputOf = (redirects: readonly Redirection[], reading: Reading): string[] =>
  redirects.flatMap((redirect) => {
    if (redirect.type === 'HereDoc') return [redirect.body.text];
    return redirect.type === 'HereString' && redirect.target ? [textOf(redirect.target, reading)] : [];
  });

/** Runs the alias or function a name stands for. */
const callName = (command: Command, words: readonly string[], reading: Reading): void => {
  const { name } = command;
  if (!name || reading.depth > deepest) return;
  const alias = name.text === name.value ? reading.aliases.get(name.text) : undefined;
  if (alias !== undefined) {
    const aliases = new Map(reading.aliases);
    aliases.delete(name.text);
    readScript(`${alias}${reading.source.slice(name.end, command.end)}`, { ...reading, aliases });
  }
  const body = reading.functions.get(words[0] ?? '');
  if (body === undefined) return;
  const functions = new Map(reading.functions);
  functions.delete(words[0] ?? '');
  const variables = new Map([...reading.variables, ...positional(words.slice(1))]);
  readScript(body, { ...reading, functions, variables });
};

/** Whether a command runs earlier lines: `fc -s rm`, `r rm` of zsh. */
const runsHistory = ([name = '', ...args]: readonly string[], { aliases, functions }: Reading): boolean => {
  if (aliases.has(name) || functions.has(name)) return false;
  return name === 'r' || (name === 'fc' && !/^-\w*l/.test(args[0] ?? ''));
};

const readCommand = (command: Command, reading: Reading, input: string | undefined): void => {
  const fields = wordsOf(command, reading);
  const words = textsOf(fields);
  const isUnknown = command.name?.parts && textOf(command.name, reading) === '';
  // In a function, what it is called with counts, when it is called.
  if (isUnknown && !/^"?\$[@*\d]/.test(command.name?.text ?? '')) reading.problems.isUnparsed = true;
  if (runsHistory(words, reading)) reading.problems.isUnparsed = true;
  addWords(words, fields[0]?.isPattern === true, reading);
  callName(command, words, reading);
  noteNames(command, words, reading);
  const given = [...inputOf(command.redirects, reading), ...(input === undefined ? [] : [input])];
  if (readsScript(words)) for (const script of given) readScript(script, reading);
  if (words[0] === 'read' && given[0] !== undefined)
    remember(reading.variables, words.at(-1) ?? '', given[0]);
  if (words[0] === 'xargs')
    for (const text of given)
      for (const { words: run = [] } of innerOf(words))
        addWords(
          [...run.map((word) => word.replaceAll('{}', text)), ...text.split(/\s+/)].filter(Boolean),
          false,
          reading,
        );
  forEachChild(command, (child) => walk(child, reading));
};

const readPipeline = (node: SyntaxNode & { type: 'Pipeline' }, reading: Reading): void => {
  const texts: string[] = [];
  let output: string | undefined;
  for (const command of node.commands) {
    if (command.type === 'Command') {
      const words = textsOf(wordsOf(command, reading));
      readCommand(command, reading, output);
      texts.push(words.join(' '));
      output = literalOutput(words) ?? (words[0] === 'cat' && words.length === 1 ? output : undefined);
    } else {
      walk(command, reading);
      output = undefined;
    }
  }
  if (texts.length > 1) reading.spans.push(texts.join(' | '));
};

/** What opens a group is empty so far. */
const isOpener = ({ message }: ParseError): boolean => message.startsWith('expected command in ');

/** Words of a loop with which its body is read. */
const mostTurns = 64;

/** A loop runs its body with each of the words. */
const readLoop = (node: SyntaxNode & { type: 'For' | 'Select' }, reading: Reading): void => {
  for (const word of node.wordlist ?? []) walk(word, reading);
  const values = (node.wordlist ?? []).flatMap((word) => textsOf(fieldsOf(word, near(reading))));
  for (const value of values.length ? values.slice(0, mostTurns) : ['']) {
    if (reading.commands.length >= mostCommands) break;
    remember(reading.variables, node.name.value, value);
    walk(node.body, reading);
  }
  if (values.length > mostTurns) reading.problems.isUnparsed = true;
};

/** Notes what the parser objects to: that the text ends too early, or anything else. */
const noteErrors = (
  { errors = [], source }: Pick<ParsedScript, 'errors' | 'source'>,
  reading: Reading,
): void => {
  if (errors.length === 0) return;
  const end = (source ?? reading.source).trimEnd().length;
  const isAtEnd = ({ message, pos }: ParseError) => pos >= end || message.startsWith('unterminated');
  const isEarly = errors.some(isAtEnd) && errors.every((one) => isAtEnd(one) || isOpener(one));
  if (isEarly && reading.depth === 0) reading.problems.isUnfinished = true;
  else reading.problems.isUnparsed = true;
};

function walk(node: SyntaxNode, reading: Reading): void {
  reading.problems.steps += 1;
  if (reading.problems.steps > mostSteps) {
    reading.problems.isUnparsed = true;
    return;
  }
  if (node.type === 'Script') {
    noteErrors(node, reading);
    const inside = node.source === undefined ? reading : { ...reading, source: node.source };
    forEachChild(node, (child) => walk(child, inside));
    return;
  }
  if (node.type === 'Function')
    remember(reading.functions, node.name.value, reading.source.slice(node.body.pos, node.body.end));
  if (node.type === 'Command') readCommand(node, reading, undefined);
  else if (node.type === 'Pipeline') readPipeline(node, reading);
  else if (node.type === 'For' || node.type === 'Select') readLoop(node, reading);
  else forEachChild(node, (child) => walk(child, reading));
}

/** Whether a shell would replace a part of the line by an earlier line, which is not known here. */
const asksHistory = (line: string): boolean => {
  // With other characters for it, a reference looks like any word.
  if (/\bhistchars\b/i.test(line)) return true;
  if (!line.includes('!') && !line.startsWith('^')) return false;
  const bare = line.replace(/'[^']*'/g, '');
  return /^\^/.test(bare) || /(^|[^\\${[])!([\w!?$^*-])/.test(bare);
};

/** Where a comment may begin, and something behind it that separates commands. */
const COMMENT = /(^|[\s;&|(){}])#(?=.*[;&|\n])/g;

/** What follows a `#` runs in a shell that knows no comments where it is typed, such as zsh. */
const readComments = (line: string, reading: Reading): void => {
  const bare = line.replace(COMMENT, '$1\\#');
  if (bare === line) return;
  const problems = { ...reading.problems };
  try {
    walk(parse(bare), { ...reading, source: bare, problems });
  } catch {
    // It is no line of such a shell.
  }
};

const rough = (line: string): SimpleCommand[] => roughCommands(line).map((text) => ({ forms: [text] }));

/**
 * The simple commands a line runs, in a session that earlier lines left behind (decision 0365). What cannot be
 * read is cut at separators and told apart by `isUnparsed`.
 */
export const readLine = (line: string, state: ShellState): ReadLine => {
  const isTooMuch = line.length > longestLine || line.split(/[$<>]\(|`/).length > mostSubstitutions;
  if (isTooMuch)
    return { commands: rough(line), spans: [line], isUnparsed: true, isUnfinished: false, state };
  const session = sessionOf(state);
  const problems = { isUnparsed: asksHistory(line), isUnfinished: false, steps: 0 };
  const reading: Reading = { ...session, source: line, depth: 0, commands: [], spans: [line], problems };
  try {
    walk(parse(line), reading);
    readComments(line, reading);
  } catch {
    // Deeper than the stack, or a fault of the parser: nothing passes for read that was not.
    problems.isUnparsed = true;
  }
  const isUnparsed = problems.isUnparsed || problems.isUnfinished;
  return {
    commands: isUnparsed ? [...reading.commands, ...rough(line)] : reading.commands,
    spans: [...new Set(reading.spans)],
    isUnparsed,
    isUnfinished: isUnparsed && !problems.isUnparsed,
    state: stateOf(session),
  };
};
