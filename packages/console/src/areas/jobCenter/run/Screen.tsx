import ClearOutlined from '@ant-design/icons/ClearOutlined';
import VerticalAlignBottomOutlined from '@ant-design/icons/VerticalAlignBottomOutlined';
import VerticalAlignTopOutlined from '@ant-design/icons/VerticalAlignTopOutlined';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFollowedEnd } from '../../../resources/ops/celerytaskexecution/useFollowedEnd.ts';
import { IconButton } from '../../../theme/control/IconButton.tsx';
import styles from './run.module.css';

type Props = {
  title: ReactNode;
  /** Text whose growth is followed. */
  text: string;
  tools?: ReactNode;
  onClear?: () => void;
  children: ReactNode;
};

/** A dark screen with what was printed; it follows the end until the reader scrolls. */
export function Screen({ title, text, tools, onClear, children }: Props) {
  const { t } = useTranslation('runs');
  const { view, onScroll, scrollTo } = useFollowedEnd(text);
  return (
    <div className={styles.screen}>
      <div className={styles.screenHead}>
        <div className={styles.screenTitle}>{title}</div>
        {tools}
        <IconButton
          icon={<VerticalAlignTopOutlined aria-hidden />}
          tip={t('toStart')}
          size={28}
          onClick={() => scrollTo('start')}
        />
        <IconButton
          icon={<VerticalAlignBottomOutlined aria-hidden />}
          tip={t('toEnd')}
          size={28}
          onClick={() => scrollTo('end')}
        />
        {onClear && (
          <IconButton icon={<ClearOutlined aria-hidden />} tip={t('clear')} size={28} onClick={onClear} />
        )}
      </div>
      <pre
        ref={view}
        className={styles.text}
        role="log"
        aria-live="off"
        aria-label={t('output')}
        onScroll={onScroll}
      >
        {children}
      </pre>
    </div>
  );
}
