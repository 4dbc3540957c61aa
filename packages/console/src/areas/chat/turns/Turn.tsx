import { ReloadOutlined, WarningOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '../../../theme/control/CopyButton.tsx';
import { IconButton } from '../../../theme/control/IconButton.tsx';
import { Mark } from '../../../theme/icon/Mark.tsx';
import { Ring } from '../../../theme/state/Spinner.tsx';
import styles from '../chat.module.css';
import { type ChatMessage, LOADING } from '../chatStore.ts';
import { Markdown } from '../Markdown.tsx';

type Props = {
  message: ChatMessage;
  /** The answer is still being written. */
  isGrowing: boolean;
  onStop: () => void;
  onAgain: (() => void) | undefined;
  onReconnect: (() => void) | undefined;
};

/** A turn: a question on the right, or an answer with its actions. */
export function Turn(props: Props) {
  const { t } = useTranslation('chat');
  const { message } = props;
  if (message.role === 'user')
    return (
      <li className={styles.question}>
        <span className="visually-hidden">{t('you')} </span>
        <Question text={message.content} />
      </li>
    );
  return (
    <li className={styles.answer}>
      <span className={styles.mark}>
        <Mark size={20} />
      </span>
      <div>
        <span className="visually-hidden">{t('title')} </span>
        <Answer {...props} />
      </div>
    </li>
  );
}

/** A question stays as typed; only text between backticks is set as code. */
function Question({ text }: { text: string }) {
  return text.split(/`([^`\n]+)`/).map((part, at) => {
    const key = `${at}`;
    return at % 2 === 1 ? <code key={key}>{part}</code> : part;
  });
}

function Answer({ message, isGrowing, onStop, onAgain, onReconnect }: Props) {
  const { t } = useTranslation('chat');
  const { content } = message;
  if (message.isError)
    return (
      <div role="alert" className={styles.trouble}>
        <p>
          <WarningOutlined aria-hidden /> {content}
        </p>
        {/* Keys, because a press that begins on one button must not end on the other that replaces it. */}
        {onReconnect ? (
          <Button key="reconnect" size="small" icon={<ReloadOutlined aria-hidden />} onClick={onReconnect}>
            {t('reconnect')}
          </Button>
        ) : (
          onAgain && (
            <Button key="again" size="small" icon={<ReloadOutlined aria-hidden />} onClick={onAgain}>
              {t('again')}
            </Button>
          )
        )}
      </div>
    );
  if (content === LOADING)
    return (
      <div className={styles.thinking}>
        <Ring size={12} />
        {t('thinking')}
        <Button type="link" size="small" onClick={onStop}>
          {t('stop')}
        </Button>
      </div>
    );
  return (
    <>
      <Markdown text={content} />
      {isGrowing ? (
        <Button type="link" size="small" className={styles.stop as string} onClick={onStop}>
          {t('stop')}
        </Button>
      ) : (
        <div className={styles.tools}>
          <CopyButton text={content} />
          {onAgain && (
            <IconButton
              icon={<ReloadOutlined aria-hidden style={{ fontSize: 13 }} />}
              tip={t('again')}
              size={24}
              onClick={onAgain}
            />
          )}
        </div>
      )}
    </>
  );
}
