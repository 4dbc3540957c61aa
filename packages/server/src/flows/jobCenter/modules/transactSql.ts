import { batchesOf } from '@gatehouse/contract/ops/transactSql.ts';
import type { Statement } from './statements.ts';

/** Where a string, a name or a comment ends, and what becomes of it. */
type Part = { end: number; isWhole: boolean; isComment?: boolean };

/** A string or a name; its closing sign stands for itself where it is doubled. */
const quotedAt = (text: string, at: number): Part => {
  const close = text[at] === '[' ? ']' : (text[at] ?? '');
  for (let end = at + 1; end < text.length; end += 1) {
    if (text[end] !== close) continue;
    if (text[end + 1] !== close) return { end: end + 1, isWhole: true };
    end += 1;
  }
  return { end: text.length, isWhole: false };
};

/** Comments of SQL Server nest. */
const commentAt = (text: string, at: number): Part => {
  let depth = 0;
  for (let end = at; end < text.length; end += 1) {
    const sign = text.slice(end, end + 2);
    if (sign !== '/*' && sign !== '*/') continue;
    depth += sign === '/*' ? 1 : -1;
    end += 1;
    if (depth === 0) return { end: end + 1, isWhole: true, isComment: true };
  }
  return { end: text.length, isWhole: false, isComment: true };
};

const partAt = (text: string, at: number): Part | undefined => {
  if (/['"[]/.test(text[at] ?? '')) return quotedAt(text, at);
  if (text.startsWith('/*', at)) return commentAt(text, at);
  if (!text.startsWith('--', at)) return undefined;
  const found = text.slice(at).search(/[\r\n]/);
  return { end: found < 0 ? text.length : at + found, isWhole: true, isComment: true };
};

/** What carries out a text, or is read from another place. */
const carrying = /\b(?:exec|execute|sp_\w+|xp_\w+|openquery|openrowset|opendatasource|readtext)\b/i;
/** With what a statement begins; anything else at the beginning of a batch is the name of a procedure, which runs it. */
const beginning =
  /^(?:[;(]|(?:alter|backup|begin|bulk|checkpoint|close|commit|create|dbcc|deallocate|declare|delete|deny|drop|fetch|grant|if|insert|kill|merge|open|print|raiserror|reconfigure|restore|return|revert|revoke|rollback|save|select|set|shutdown|truncate|update|use|waitfor|while|with)(?![\w.#@$]))/i;

/** A number behind which a word begins at once: SQL Server reads a statement there, and other readers one word. */
const glued =
  /(?<![\w@#$\p{L}])(?=([$\p{Sc}]?(?:0x[\da-f]*|(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d*)?)))\1(?=[\p{L}_@#])/giu;

const inWords = (text: string): string => text.replace(/\s+/g, ' ').trim();

const batchIn = (batch: string): Statement => {
  let [plain, outside, isWhole] = ['', '', true];
  for (let at = 0; at < batch.length; ) {
    const part = partAt(batch, at);
    const end = part?.end ?? at + 1;
    plain += part?.isComment ? ' ' : batch.slice(at, end);
    outside += part ? ' ' : batch.slice(at, end);
    isWhole &&= part?.isWhole ?? true;
    at = end;
  }
  const text = inWords(plain);
  const bare = text.replace(/["[\]]/g, '');
  const isGlued = outside.search(glued) >= 0;
  const isUnknown = !isWhole || isGlued || carrying.test(bare) || !beginning.test(text);
  const others = [inWords(batch), bare, ...(isGlued ? [bare.replace(glued, '$1 ')] : [])];
  return { text, others, isUnknown, mayHoldMore: true };
};

/** The batches of a text, as they are judged: no sign separates the statements of Transact-SQL for certain. */
export const transactStatementsIn = (text: string): Statement[] =>
  batchesOf(text)
    .map(batchIn)
    .filter((one) => one.text !== '' || one.isUnknown);
