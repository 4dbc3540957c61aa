import styles from './tags.module.css';

/** A label `name:value`, shown in two parts. */
export function LabelTag({ value }: { value: string }) {
  const at = value.indexOf(':');
  const [name, text] = at < 0 ? [value, ''] : [value.slice(0, at), value.slice(at + 1)];
  return (
    <span className={styles.label} title={value}>
      <span>{name}</span>
      {text && <b>{text}</b>}
    </span>
  );
}
