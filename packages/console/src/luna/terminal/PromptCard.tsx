import type { PromptFrame } from '@gatehouse/contract/wire/gateway.ts';
import { type FormEvent, useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import controls from '../../replay/dark/controls.module.css';
import { cx } from '../../replay/dark/cx.ts';
import styles from './terminal.module.css';

type Props = { prompt: PromptFrame; onAnswer: (answers: string[] | null) => void };

/** A question of the asset or the gateway while connecting; the answers are sent once and not stored. */
export function PromptCard({ prompt, onAnswer }: Props) {
  const { t } = useTranslation(['luna', 'gateway']);
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector('input')?.focus(), []);
  const isOurs = prompt.kind !== 'keyboard_interactive';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const inputs = form.current?.querySelectorAll('input') ?? [];
    onAnswer([...inputs].map((input) => input.value));
  };
  const title = t(`gateway:prompt.${prompt.kind}`, { host: prompt.host, username: prompt.username });
  return (
    <div className={styles.cover}>
      <form
        ref={form}
        className={styles.card}
        aria-labelledby={`${id}t`}
        autoComplete="off"
        onSubmit={submit}
        onKeyDown={(event) => event.key === 'Escape' && onAnswer(null)}
      >
        <h2 id={`${id}t`}>{prompt.title || title}</h2>
        {prompt.title !== '' && <p>{title}</p>}
        {prompt.instruction !== '' && <p className={styles.instruction}>{prompt.instruction}</p>}
        {prompt.retry && (
          <p role="alert" className={styles.retry}>
            {t('gateway:prompt.retry')}
          </p>
        )}
        {prompt.fields.map((field, at) => (
          // Questions are identified only by position.
          <div key={`${prompt.id}.${at.toString()}`} className={controls.field}>
            <label htmlFor={`${id}${at}`}>
              {isOurs ? t(`gateway:prompt.field.${field.text}`) : field.text.trim() || t('prompt.answer')}
            </label>
            <input
              id={`${id}${at}`}
              type={field.echo ? 'text' : 'password'}
              className={controls.input}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
            />
          </div>
        ))}
        <div className={styles.buttons}>
          <button type="button" className={controls.button} onClick={() => onAnswer(null)}>
            {t('prompt.cancel')}
          </button>
          <button type="submit" className={cx(controls.button, controls.primary)}>
            {t('prompt.ok')}
          </button>
        </div>
      </form>
    </div>
  );
}
