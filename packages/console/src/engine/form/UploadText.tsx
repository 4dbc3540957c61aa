import UploadOutlined from '@ant-design/icons/UploadOutlined';
import { Button, Input } from 'antd';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { ariaOf } from '../fields/ariaOf.ts';
import type { InputProps } from '../fields/FieldUi.ts';

/** Text that may come from a file: keys and certificates. */
export function UploadText(props: InputProps) {
  const { t } = useTranslation('engine');
  const input = useRef<HTMLInputElement>(null);
  const take = async (file: File | undefined) => {
    if (file) props.onChange?.(await file.text());
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
        onChange={(event) => props.onChange?.(event.target.value)}
      />
      <Button
        size="small"
        icon={<UploadOutlined aria-hidden />}
        disabled={props.disabled}
        onClick={() => input.current?.click()}
      >
        {t('form.upload')}
      </Button>
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
