import CloseOutlined from '@ant-design/icons/CloseOutlined';
import { AutoComplete, Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Modal } from '../../platform/dialog/Modal.tsx';
import { useNotify } from '../../platform/notify/useNotify.ts';
import { useHttp } from '../../platform/Platform.tsx';
import { useGuardedClose } from '../../platform/page/useGuardedClose.ts';
import { IconButton } from '../../theme/IconButton.tsx';
import { LabelTag } from '../../theme/LabelTag.tsx';
import { rowUrl, splitUrl } from '../resource/url.ts';
import styles from './Labels.module.css';
import { useLabelKeys, useLabels } from './useLabels.ts';

type Props = {
  url: string;
  id: string | number;
  labels: string[];
  onClose: () => void;
  onSaved: () => void;
};

/** A pair can be added when both halves are chosen, hold nothing forbidden, and the pair is new. */
export const canAddLabel = (key: string, value: string, present: readonly string[]): boolean =>
  key.trim() !== '' &&
  value.trim() !== '' &&
  !/[:,]/.test(key) &&
  !value.includes(',') &&
  !present.includes(`${key.trim()}:${value.trim()}`);

/** Edits the labels of one row: keys and values known or new. */
export function LabelsDialog({ url, id, labels, onClose, onSaved }: Props) {
  const { t } = useTranslation('engine');
  const http = useHttp();
  const notify = useNotify();
  const [chosen, setChosen] = useState(labels);
  const [key, setKey] = useState('');
  const [value, setValue] = useState('');
  const [isSaving, setSaving] = useState(false);
  const isChanged = key !== '' || value !== '' || chosen.join() !== labels.join();
  const cancel = useGuardedClose(isChanged, onClose);
  const { keys } = useLabelKeys();
  const { labels: ofKey } = useLabels(key, key !== '');
  const add = () => {
    setChosen([...chosen, `${key.trim()}:${value.trim()}`]);
    setValue('');
  };
  const save = async () => {
    setSaving(true);
    try {
      await http.patch(rowUrl(splitUrl(url).path, id), { labels: chosen });
      notify.success(t('labels.saved'));
      onSaved();
      onClose();
    } catch {
      setSaving(false);
    }
  };
  const options = (words: readonly string[]) => [...new Set(words)].map((word) => ({ value: word }));
  return (
    <Modal
      open
      width={520}
      title={t('labels.edit')}
      okText={t('action.save')}
      cancelText={t('action.cancel')}
      confirmLoading={isSaving}
      onOk={() => void save()}
      onCancel={cancel}
    >
      <div className={styles.pair}>
        <AutoComplete
          aria-label={t('labels.key')}
          placeholder={t('labels.key')}
          options={options(keys)}
          value={key}
          onChange={setKey}
          showSearch={{ filterOption: true }}
        />
        <AutoComplete
          aria-label={t('labels.value')}
          placeholder={t('labels.value')}
          options={options(ofKey.map((label) => label.value))}
          value={value}
          onChange={setValue}
          showSearch={{ filterOption: true }}
        />
        <Button disabled={!canAddLabel(key, value, chosen)} onClick={add}>
          {t('labels.add')}
        </Button>
      </div>
      <div className={styles.current}>
        {chosen.length === 0 && <span className="t3 md">{t('labels.none')}</span>}
        {chosen.map((label) => (
          <span key={label} className={styles.removable}>
            <LabelTag value={label} />
            <IconButton
              icon={<CloseOutlined aria-hidden />}
              tip={t('labels.remove', { label })}
              size={24}
              onClick={() => setChosen(chosen.filter((one) => one !== label))}
            />
          </span>
        ))}
      </div>
    </Modal>
  );
}
