import { Alert } from 'antd';
import styles from './saved.module.css';

/** The warning of a saved filter whose values are gone. */
export function GoneAlert({ text }: { text: string }) {
  return <Alert className={styles.gone ?? ''} type="warning" showIcon role="status" title={text} />;
}
