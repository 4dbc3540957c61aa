import { ArrowUpOutlined, CloseOutlined } from '@ant-design/icons';
import { LONGEST_QUESTION } from '@gatehouse/contract/wire/chat.ts';
import { Input } from 'antd';
import type { TextAreaRef } from 'antd/es/input/TextArea';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { isComposing } from '../../platform/keys/isComposing.ts';
import { IconButton } from '../../theme/control/IconButton.tsx';
import { Kbd } from '../../theme/tag/Kbd.tsx';
import styles from './chat.module.css';
import { PromptPicker } from './PromptPicker.tsx';

type Prompt = { name: string; content: string };

/**
 * Enter sends; while a word is being composed, only Ctrl+Enter or Cmd+Enter does. Shift+Enter starts a new
 * line.
 */
const isSending = (event: KeyboardEvent) =>
  event.key === 'Enter' && !event.shiftKey && (!isComposing(event) || event.ctrlKey || event.metaKey);

/** The input for a question. */
export function Composer(props: {
  draft: string;
  onDraft: (text: string) => void;
  prompt: Prompt | undefined;
  onPrompt: (prompt: Prompt | undefined) => void;
  /** Input is disabled until the connection is back. */
  isLocked: boolean;
  /** An answer is being written; the next question must wait. */
  isBusy: boolean;
  onSend: () => void;
}) {
  const { t } = useTranslation('chat');
  const { draft, onDraft, prompt, onPrompt, isLocked, isBusy, onSend } = props;
  const area = useRef<TextAreaRef>(null);
  // A suggested question ends with a space and is to be completed, so the input gets the focus.
  useEffect(() => {
    if (draft.endsWith(' ')) area.current?.focus({ cursor: 'end' });
  }, [draft]);
  const handleKey = (event: KeyboardEvent) => {
    if (!isSending(event)) return;
    event.preventDefault();
    if (!isBusy) onSend();
  };
  return (
    <div className={styles.composer}>
      <div className={styles.box}>
        {prompt && (
          <span className={styles.chosen}>
            <span className="ell">{t('prompt.chosen', { name: prompt.name })}</span>
            <IconButton
              icon={<CloseOutlined aria-hidden style={{ fontSize: 10 }} />}
              tip={t('prompt.drop')}
              size={24}
              onClick={() => onPrompt(undefined)}
            />
          </span>
        )}
        <Input.TextArea
          ref={area}
          variant="borderless"
          aria-label={t('question')}
          placeholder={t('placeholder')}
          autoSize={{ minRows: 2, maxRows: 8 }}
          maxLength={LONGEST_QUESTION}
          disabled={isLocked}
          value={draft}
          onChange={(event) => onDraft(event.target.value)}
          onKeyDown={handleKey}
        />
        <div className={styles.under}>
          <PromptPicker onPick={onPrompt} />
          <button
            type="button"
            className={styles.send}
            aria-label={t('send')}
            disabled={isLocked || isBusy || draft.trim() === ''}
            onClick={onSend}
          >
            <ArrowUpOutlined aria-hidden />
          </button>
        </div>
      </div>
      <p className={styles.keys}>
        <Kbd>Enter</Kbd> {t('keys.send')} · <Kbd>Shift</Kbd> <Kbd>Enter</Kbd> {t('keys.newLine')}
      </p>
    </div>
  );
}
