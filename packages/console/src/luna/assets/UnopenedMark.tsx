import styles from './assets.module.css';
import type { UnopenedText } from './useUnopenedText.ts';

/** Says in a row that the web terminal cannot open the asset: shortly to the eye, in full to screen readers. */
export function UnopenedMark({ text }: { text: UnopenedText }) {
  return (
    <>
      <span className={styles.only} title={text.sentence} aria-hidden>
        {text.short}
      </span>
      <span className="visually-hidden">, {text.sentence}</span>
    </>
  );
}
