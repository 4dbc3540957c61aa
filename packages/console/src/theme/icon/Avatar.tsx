import styles from './Avatar.module.css';
import { initialsOf } from './initials.ts';

/** A user's initials; hidden from screen readers, because the name is shown beside them. */
export const Avatar = ({ name, size = 28 }: { name: string; size?: number }) => (
  <span className={styles.avatar} style={{ width: size, height: size }} aria-hidden="true">
    {initialsOf(name)}
  </span>
);
