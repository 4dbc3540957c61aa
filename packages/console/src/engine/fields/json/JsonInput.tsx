import { Input } from 'antd';
import { useEffect, useEffectEvent, useState } from 'react';
import { ariaOf } from '../ariaOf.ts';
import type { InputProps } from '../FieldUi.ts';
import { isJsonError, jsonText, parseJson } from './jsonText.ts';

const SAVE_MS = 500;
const ERROR_MS = 1_500;

/** The typed text, and the value it was typed over or parsed to; a value set from outside replaces it. */
type Draft = { text: string; of: unknown; isTaken: boolean };

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/**
 * JSON as text. The value is updated on Ctrl+Enter, on blur, and half a second after typing, or one and a
 * half if the text does not parse. The text is formatted only on blur.
 */
export function JsonInput(props: InputProps) {
  const { value, onChange } = props;
  const [draft, setDraft] = useState<Draft>();
  const isPending = draft !== undefined && !draft.isTaken;
  const take = () => {
    if (!isPending) return;
    const next = parseJson(draft.text);
    setDraft({ text: draft.text, of: next, isTaken: true });
    onChange?.(next);
  };
  const takeLate = useEffectEvent(take);
  useEffect(() => {
    if (!isPending) return;
    const timer = setTimeout(() => takeLate(), isJsonError(parseJson(draft.text)) ? ERROR_MS : SAVE_MS);
    return () => clearTimeout(timer);
  }, [draft?.text, isPending]);
  return (
    <Input.TextArea
      {...ariaOf(props)}
      className="mono"
      spellCheck={false}
      autoSize={{ minRows: 4, maxRows: 20 }}
      value={draft && isSame(draft.of, value) ? draft.text : jsonText(value)}
      onChange={(event) => setDraft({ text: event.target.value, of: value, isTaken: false })}
      onKeyDown={(event) => {
        // The page's Ctrl+Enter submits the form without a blur.
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) take();
      }}
      onBlur={() => {
        setDraft(undefined);
        if (isPending) onChange?.(parseJson(draft.text));
        props.onBlur?.();
      }}
    />
  );
}
