import type { MarkedToken, Token, Tokens } from 'marked';
import { Fragment, memo, type ReactNode } from 'react';
import { CopyButton } from '../../theme/control/CopyButton.tsx';
import styles from './chat.module.css';
import { readMarkdown } from './readMarkdown.ts';

const entities: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&nbsp;': ' ',
};

const decoded = (text: string) =>
  text.replace(/&(?:amp|lt|gt|quot|#39|nbsp);/g, (entity) => entities[entity] ?? '');

/** Whether an answer may link to an address; other links stay text. */
const isSafeLink = (href: string) => /^(?:https?:\/\/|mailto:)[^\s]+$/i.test(href);

const many = (tokens: readonly Token[] | undefined): ReactNode =>
  tokens?.map((token, at) => {
    const key = `${at}`;
    return <Fragment key={key}>{drawn(token as MarkedToken)}</Fragment>;
  });

function Link({ href, tokens }: Pick<Tokens.Link, 'href' | 'tokens'>) {
  if (!isSafeLink(href)) return <>{many(tokens)}</>;
  return (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {many(tokens)}
    </a>
  );
}

function CodeBlock({ text }: { text: string }) {
  return (
    <div className={styles.code}>
      <pre>
        <code>{text}</code>
      </pre>
      <CopyButton text={text} />
    </div>
  );
}

function List({ ordered, start, items }: Tokens.List) {
  const rows = items.map((item, at) => {
    const key = `${at}`;
    return <li key={key}>{many(item.tokens)}</li>;
  });
  return ordered ? <ol start={Number(start) || 1}>{rows}</ol> : <ul>{rows}</ul>;
}

function Table({ header, rows }: Tokens.Table) {
  const cells = (row: readonly Tokens.TableCell[], Cell: 'th' | 'td') =>
    row.map((cell, at) => {
      const key = `${at}`;
      return (
        <Cell key={key} style={{ textAlign: cell.align ?? 'start' }}>
          {many(cell.tokens)}
        </Cell>
      );
    });
  return (
    <div className={styles.table}>
      <table>
        <thead>
          <tr>{cells(header, 'th')}</tr>
        </thead>
        <tbody>
          {rows.map((row, at) => {
            const key = `${at}`;
            return <tr key={key}>{cells(row, 'td')}</tr>;
          })}
        </tbody>
      </table>
    </div>
  );
}

/** Elements for Markdown tokens. Nothing in an answer becomes markup: HTML in it is shown as text. */
const drawn = (token: MarkedToken): ReactNode => {
  switch (token.type) {
    case 'heading':
      return <p className={styles.heading}>{many(token.tokens)}</p>;
    case 'paragraph':
      return <p>{many(token.tokens)}</p>;
    case 'text':
      return token.tokens ? many(token.tokens) : decoded(token.text);
    case 'escape':
      return decoded(token.text);
    case 'strong':
      return <strong>{many(token.tokens)}</strong>;
    case 'em':
      return <em>{many(token.tokens)}</em>;
    case 'del':
      return <del>{many(token.tokens)}</del>;
    case 'codespan':
      return <code>{token.text}</code>;
    case 'br':
      return <br />;
    case 'hr':
      return <hr />;
    case 'link':
      return <Link href={token.href} tokens={token.tokens} />;
    case 'image':
      return <Link href={token.href} tokens={[{ type: 'text', raw: token.text, text: token.text }]} />;
    case 'code':
      return <CodeBlock text={token.text} />;
    case 'blockquote':
      return <blockquote>{many(token.tokens)}</blockquote>;
    case 'list':
      return <List {...token} />;
    case 'table':
      return <Table {...token} />;
    case 'checkbox':
      return token.checked ? '☑ ' : '☐ ';
    case 'html':
      return token.text;
    default:
      return null;
  }
};

/** A formatted answer; parsed again only when its text changes. */
export const Markdown = memo(({ text }: { text: string }) => {
  const tokens = readMarkdown(text);
  return (
    <div className={styles.markdown}>{tokens ? many(tokens) : <p className={styles.plain}>{text}</p>}</div>
  );
});
