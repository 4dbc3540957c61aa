import { Fragment } from 'react';

/** The most occurrences that are marked in a text. */
const mostMarks = 500;

/** A text in which each occurrence of a word is marked. */
export function Marked({ text, word }: { text: string; word: string }) {
  if (word === '') return text;
  const parts: { at: number; until: number }[] = [];
  const [whole, part] = [text.toLowerCase(), word.toLowerCase()];
  // A letter whose lower case is longer would shift the marks.
  if (whole.length !== text.length) return text;
  for (
    let at = whole.indexOf(part);
    at >= 0 && parts.length < mostMarks;
    at = whole.indexOf(part, at + part.length)
  )
    parts.push({ at, until: at + part.length });
  return (
    <>
      {parts.map(({ at, until }, index) => (
        <Fragment key={at}>
          {text.slice(parts[index - 1]?.until ?? 0, at)}
          <mark>{text.slice(at, until)}</mark>
        </Fragment>
      ))}
      {text.slice(parts.at(-1)?.until ?? 0)}
    </>
  );
}
