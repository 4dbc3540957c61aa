import { Input } from 'antd';
import { useEffect, useEffectEvent, useState } from 'react';
import { ariaOf } from '../fields/ariaOf.ts';
import type { InputProps } from '../fields/FieldUi.ts';
import { isJsonError, jsonText, parseJson } from './jsonText.ts';

const SAVE_MS = 500;
const ERROR_MS = 1_500;

/** JSON as text: a value is taken over after half a second, an error is said after one and a half. */
export function JsonInput(props: InputProps) {
  const { value, onChange } = props;
  const [text, setText] = useState(() => jsonText(value));
  const [isTyping, setTyping] = useState(false);
  const shown = isTyping ? text : jsonText(value);
  const take = useEffectEvent(() => {
    setTyping(false);
    onChange?.(parseJson(text));
  });
  useEffect(() => {
    if (!isTyping) return;
    const timer = setTimeout(() => take(), isJsonError(parseJson(text)) ? ERROR_MS : SAVE_MS);
    return () => clearTimeout(timer);
  }, [text, isTyping]);
  return (
    <Input.TextArea
      {...ariaOf(props)}
      className="mono"
      spellCheck={false}
      autoSize={{ minRows: 4, maxRows: 20 }}
      value={shown}
      onChange={(event) => {
        setText(event.target.value);
        setTyping(true);
      }}
      onBlur={() => {
        if (isTyping) {
          setTyping(false);
          onChange?.(parseJson(text));
        }
        props.onBlur?.();
      }}
    />
  );
}
