import { Input } from 'antd';
import { useState } from 'react';
import { isComposing } from '../../platform/keys/isComposing.ts';
import { rowUrl, splitUrl } from '../resource/url.ts';
import { usePatch } from '../resource/usePatch.ts';

type Props = {
  url: string;
  id: string | number;
  name: string;
  label: string;
  value: string;
  onSaved: () => void;
  onClose: () => void;
};

/** An input that saves on Enter and on blur. Shift+Enter inserts a line break; Escape discards the input. */
export function EditableTextInput({ url, id, name, label, value, onSaved, onClose }: Props) {
  const patch = usePatch();
  const [text, setText] = useState(value);
  const [isSaving, setSaving] = useState(false);
  const save = async () => {
    const next = text.trim();
    if (isSaving) return;
    if (next === value) {
      onClose();
      return;
    }
    setSaving(true);
    try {
      await patch(rowUrl(splitUrl(url).path, id), { [name]: next }, label);
      onSaved();
    } catch {
      // Reported by the request layer; the text is restored.
    }
    onClose();
  };
  return (
    <Input.TextArea
      size="small"
      autoFocus
      autoSize={{ minRows: 1, maxRows: 6 }}
      aria-label={label}
      value={text}
      readOnly={isSaving}
      onChange={(event) => setText(event.target.value)}
      onBlur={() => void save()}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (isComposing(event)) return;
        if (event.key === 'Escape') onClose();
        if (event.key !== 'Enter' || event.shiftKey) return;
        event.preventDefault();
        void save();
      }}
    />
  );
}
