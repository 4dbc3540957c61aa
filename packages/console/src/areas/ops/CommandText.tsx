import { Dash } from '../../theme/text/Dash.tsx';
import styles from './ops.module.css';

/** A command line by line. */
export const CommandText = ({ value }: { value: string }) =>
  value ? <pre className={`mono ${styles.command}`}>{value}</pre> : <Dash />;
