type Props = { of: readonly { field: string; text: string }[] };

/** What a change of settings leads to that may be unwanted, setting by setting. */
export function Consequences({ of }: Props) {
  if (of.length === 0) return null;
  return (
    <ul>
      {of.map(({ field, text }) => (
        <li key={field}>
          <strong>{field}</strong>: {text}
        </li>
      ))}
    </ul>
  );
}
