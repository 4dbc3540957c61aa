import type { DoubleQuotedPart, ParameterExpansionPart, ParsedScript, Word, WordPart } from 'unbash';

import { unescaped } from './literalOutput.ts';

/** What words may refer to. */
export type Surroundings = {
  variable(name: string): string | undefined;
  /** The output of a substitution, as far as it can be told. */
  output(script: ParsedScript | undefined): string;
  /** A word became too long to be read to its end. */
  tooLong(): void;
};

/** A field of an expanded word; `pattern` holds it with what the shell takes for wildcards. */
export type Field = { text: string; isPattern: boolean };

/** Separates fields within a word, as blanks of an expansion do. */
const cut = '\u0000';
const mostFields = 64;
const longestField = 4_096;

/** Values that a shell starts with, by which letters are written in other ways. */
const usual: Readonly<Record<string, string>> = {
  IFS: ' ',
  HOME: '/root',
  PWD: '/root',
  OLDPWD: '/root',
  SHELL: '/bin/bash',
  PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
  ...{ PAGER: 'less', EDITOR: 'vi', VISUAL: 'vi', BROWSER: 'w3m' },
};

const variableText = (name: string, near: Surroundings): string =>
  near.variable(name) ?? (Object.hasOwn(usual, name) ? usual[name] : undefined) ?? '';

const quotedText = (word: Word | undefined, near: Surroundings): string =>
  word === undefined
    ? ''
    : fieldsOf(word, near)
        .map(({ text }) => text)
        .join(' ');

const removed = (value: string, operator: string, pattern: string): string => {
  const wild = pattern.replaceAll('*', '');
  if (wild === '') return pattern === '*' && operator.length === 2 ? '' : value;
  const isStart = operator.startsWith('#');
  if (pattern === wild) {
    if (isStart) return value.startsWith(wild) ? value.slice(wild.length) : value;
    return value.endsWith(wild) ? value.slice(0, value.length - wild.length) : value;
  }
  const isFar = operator.length === 2;
  const at = isStart === isFar ? value.lastIndexOf(wild) : value.indexOf(wild);
  if (at < 0) return value;
  return isStart ? value.slice(at + wild.length) : value.slice(0, at);
};

const sliced = (value: string, offset: string, length: string | undefined): string => {
  const from = Number.parseInt(offset.trim(), 10) || 0;
  const rest = value.slice(from < 0 ? Math.max(0, value.length + from) : from);
  const size = length === undefined ? rest.length : Number.parseInt(length.trim(), 10) || 0;
  return rest.slice(0, size);
};

const expanded = (part: ParameterExpansionPart, near: Surroundings): string => {
  const { parameter, prefix, operation } = part;
  if (prefix === '#') return String(variableText(parameter, near).length);
  const value =
    prefix === '!' ? variableText(variableText(parameter, near), near) : variableText(parameter, near);
  if (operation === undefined) return value;
  if (operation.type === 'Default') {
    const isSet = value !== '';
    if (operation.operator.includes('+')) return isSet ? quotedText(operation.operand, near) : '';
    return isSet ? value : quotedText(operation.operand, near);
  }
  if (operation.type === 'Remove')
    return removed(value, operation.operator, quotedText(operation.operand, near));
  if (operation.type === 'Slice') return sliced(value, operation.offset.value, operation.length?.value);
  if (operation.type === 'CaseModification') {
    const change = (text: string) =>
      operation.operator.startsWith('^') ? text.toUpperCase() : text.toLowerCase();
    return operation.operator.length === 2 ? change(value) : change(value.slice(0, 1)) + value.slice(1);
  }
  if (operation.type === 'Transform') {
    const kind = quotedText(operation.operand, near);
    if (kind === 'E') return unescaped(value);
    return kind === 'U' ? value.toUpperCase() : kind === 'L' ? value.toLowerCase() : value;
  }
  if (operation.type === 'Replace') {
    const pattern = quotedText(operation.pattern, near);
    const by = quotedText(operation.replacement, near);
    if (pattern === '') return value;
    return operation.operator === '//'
      ? value.replaceAll(pattern, () => by)
      : value.replace(pattern, () => by);
  }
  return value;
};

const innerText = (parts: DoubleQuotedPart['parts'], near: Surroundings): string =>
  parts
    .map((part) => {
      if (part.type === 'Literal') return part.value;
      if (part.type === 'SimpleExpansion') return variableText(part.text.slice(1), near);
      if (part.type === 'ParameterExpansion') return expanded(part, near);
      return part.type === 'CommandExpansion' ? near.output(part.script) : '';
    })
    .join('');

const plain = (text: string): string => text.replace(/\\(.)|['"]/gs, (_, escaped?: string) => escaped ?? '');

const rangeOf = (text: string): string[] | undefined => {
  const found = /^(-?\d{1,6}|[a-zA-Z])\.\.(-?\d{1,6}|[a-zA-Z])$/.exec(text);
  if (!found) return undefined;
  const [, first = '', last = ''] = found;
  const isNumber = /\d/.test(first) && /\d/.test(last);
  const codeOf = (end: string) => (isNumber ? Number(end) : (end.codePointAt(0) ?? 0));
  const [from, to] = [codeOf(first), codeOf(last)];
  const size = Math.min(Math.abs(to - from) + 1, mostFields);
  const step = to < from ? -1 : 1;
  return Array.from({ length: size }, (_, at) =>
    isNumber ? String(from + at * step) : String.fromCodePoint(from + at * step),
  );
};

const alternativesIn = (text: string): string[] => {
  const found: string[] = [];
  let depth = 0;
  let from = 0;
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === '{') depth += 1;
    else if (text[at] === '}') depth -= 1;
    else if (text[at] === ',' && depth === 0) {
      found.push(text.slice(from, at));
      from = at + 1;
    }
  }
  return [...found, text.slice(from)];
};

/** What braces in a text stand for, at most 64. */
export const braceTexts = (text: string, depth = 0): string[] => {
  const open = depth > 8 ? -1 : text.search(/(?<!\\)\{/);
  if (open < 0) return [text];
  let level = 0;
  let close = -1;
  for (let at = open; at < text.length && close < 0; at += 1) {
    if (text[at] === '{') level += 1;
    if (text[at] === '}') level -= 1;
    if (level === 0) close = at;
  }
  if (close < 0) return [text];
  const inner = text.slice(open + 1, close);
  const choices = rangeOf(inner) ?? alternativesIn(inner);
  return choices
    .flatMap((choice) =>
      braceTexts(`${choice}${text.slice(close + 1)}`, depth + 1).map((rest) => text.slice(0, open) + rest),
    )
    .slice(0, mostFields);
};

type Piece = { texts: string[]; isPattern?: boolean };

/** Cut at blanks, and at what the line sets as its separators. */
const split = (value: string, near: Surroundings): string => {
  const separators = near.variable('IFS') ?? '';
  const parts = [...value].map((char) => (separators.includes(char) ? ' ' : char)).join('');
  return parts.replace(/\s+/g, cut);
};

const pieceOf = (part: WordPart, near: Surroundings): Piece => {
  switch (part.type) {
    case 'Literal':
    case 'SingleQuoted':
    case 'AnsiCQuoted':
      return { texts: [part.value] };
    case 'DoubleQuoted':
    case 'LocaleString':
      return { texts: [innerText(part.parts, near)] };
    case 'SimpleExpansion':
      return { texts: [split(variableText(part.text.slice(1), near), near)] };
    case 'ParameterExpansion':
      return { texts: [split(expanded(part, near), near)] };
    case 'CommandExpansion':
      return { texts: [split(near.output(part.script), near)] };
    case 'BraceExpansion':
      return { texts: braceTexts(part.text).map(plain) };
    case 'Glob':
    case 'ExtendedGlob':
      return { texts: [part.text], isPattern: true };
    default:
      return { texts: [''] };
  }
};

/** The fields a word becomes: quotes removed, braces and variables expanded, split at their blanks. */
export const fieldsOf = (word: Word, near: Surroundings): Field[] => {
  if (!word.parts) return [{ text: word.value, isPattern: false }];
  let texts = [''];
  let isPattern = false;
  for (const part of word.parts) {
    const piece = pieceOf(part, near);
    isPattern ||= piece.isPattern === true;
    texts = texts.flatMap((before) => piece.texts.map((text) => before + text)).slice(0, mostFields);
    const size = texts.reduce((sum, text) => sum + text.length, 0);
    if (size > longestField) {
      near.tooLong();
      texts = texts.slice(0, 1).map((text) => text.slice(0, longestField));
    }
  }
  const hasQuotes = word.parts.some(({ type }) => /Quoted|LocaleString/.test(type));
  return texts
    .flatMap((text) => text.split(cut))
    .filter((text) => text !== '' || hasQuotes)
    .map((text) => ({ text, isPattern }));
};
