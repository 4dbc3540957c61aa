import { useId } from 'react';
import styles from './Segments.module.css';

type Choice<V> = { value: V; label: string };

/** A few choices side by side; radio buttons, so arrow keys move between them. */
export function Segments<V extends string | number>(props: {
  label: string;
  value: V;
  choices: readonly Choice<V>[];
  onPick: (value: V) => void;
}) {
  const group = useId();
  return (
    <div role="radiogroup" aria-label={props.label} className={styles.segments}>
      {props.choices.map(({ value, label }) => (
        <label key={value}>
          <input
            type="radio"
            className="visually-hidden"
            name={group}
            checked={value === props.value}
            onChange={() => props.onPick(value)}
          />
          <span>{label}</span>
        </label>
      ))}
    </div>
  );
}
