import styles from './Avatar.module.css';

const initialsOf = (name: string) => {
  const words = name.trim().split(/\s+/);
  const letters = words.length > 1 ? [words[0], words.at(-1)] : [words[0]];
  return letters
    .map((word) => [...(word ?? '')][0] ?? '')
    .join('')
    .toUpperCase();
};

/** A user's initials; hidden from screen readers, because the name is shown beside them. */
export const Avatar = ({ name, size = 28 }: { name: string; size?: number }) => (
  <span className={styles.avatar} style={{ width: size, height: size }} aria-hidden="true">
    {initialsOf(name)}
  </span>
);
