import styles from './Tick.module.css';

/** A checkbox; `isMixed` shows that only some of what it stands for is checked. */
export function Tick(props: {
  label: string;
  isOn: boolean;
  isMixed?: boolean;
  disabled?: boolean;
  onChange: (isOn: boolean) => void;
}) {
  const { isMixed = false } = props;
  return (
    <input
      type="checkbox"
      className={styles.tick}
      aria-label={props.label}
      checked={props.isOn}
      disabled={props.disabled}
      ref={(box) => {
        if (box) box.indeterminate = isMixed;
      }}
      onChange={(event) => props.onChange(event.target.checked)}
    />
  );
}
