import UploadOutlined from '@ant-design/icons/UploadOutlined';
import { Button, Input } from 'antd';
import { useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ariaOf } from '../fields/ariaOf.ts';
import type { InputProps } from '../fields/FieldUi.ts';

/** Maximum file size, in KiB. Keys and certificates are far smaller; a larger file was chosen by mistake. */
const MOST_KB = 64;

/** Text key of the reason why a file is refused; undefined if it is accepted. */
const refusalOf = (file: File, text: string) => {
  if (file.size > MOST_KB * 1024) return 'form.fileTooLarge';
  return text.includes('\0') ? 'form.fileNoText' : undefined;
};

/** Text that can be loaded from a file, such as a key or a certificate. */
export function UploadText(props: InputProps) {
  const { t } = useTranslation('engine');
  const input = useRef<HTMLInputElement>(null);
  const saidId = useId();
  const [said, setSaid] = useState<{ text: string; isBad: boolean }>();
  const take = async (file: File | undefined) => {
    if (!file) return;
    // A file of gigabytes would block the page, so one that is too large is not read.
    const text = file.size > MOST_KB * 1024 ? '' : await file.text();
    const refusal = refusalOf(file, text);
    setSaid({
      text: refusal ? t(refusal, { name: file.name, most: MOST_KB }) : file.name,
      isBad: Boolean(refusal),
    });
    if (!refusal) props.onChange?.(text);
  };
  return (
    <div style={{ display: 'grid', gap: 6, justifyItems: 'start' }}>
      <Input.TextArea
        {...ariaOf(props)}
        className="mono"
        spellCheck={false}
        autoComplete="off"
        autoSize={{ minRows: 3, maxRows: 10 }}
        value={typeof props.value === 'string' ? props.value : ''}
        onChange={(event) => {
          setSaid(undefined);
          props.onChange?.(event.target.value);
        }}
      />
      <span className="row">
        <Button
          size="small"
          icon={<UploadOutlined aria-hidden />}
          disabled={props.disabled}
          aria-describedby={saidId}
          onClick={() => input.current?.click()}
        >
          {t('form.upload')}
        </Button>
        <span
          id={saidId}
          role="status"
          className="t3 md"
          style={said?.isBad ? { color: 'var(--bad)' } : undefined}
        >
          {said?.text}
        </span>
      </span>
      <input
        ref={input}
        type="file"
        className="visually-hidden"
        tabIndex={-1}
        aria-label={t('form.uploadFor', { field: props.meta.label })}
        onChange={(event) => {
          void take(event.target.files?.[0]);
          event.target.value = '';
        }}
      />
    </div>
  );
}
