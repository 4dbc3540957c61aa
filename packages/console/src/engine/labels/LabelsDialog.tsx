import CloseOutlined from '@ant-design/icons/CloseOutlined';
import { AutoComplete, Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Modal } from '../../platform/dialog/Modal.tsx';
import { useHttp } from '../../platform/Platform.tsx';
import { useGuardedClose } from '../../platform/page/useGuardedClose.ts';
import { IconButton } from '../../theme/control/IconButton.tsx';
import { LabelTag } from '../../theme/tag/LabelTag.tsx';
import { rowUrl, splitUrl } from '../resource/url.ts';
import { asksUndo, useUndo } from '../undo/useUndo.ts';
import styles from './Labels.module.css';
import { useLabelDraft } from './useLabelDraft.ts';
import { useLabelKeys, useLabels } from './useLabels.ts';

type Props = {
  url: string;
  id: string | number;
  labels: string[];
  onClose: () => void;
  onSaved: () => void;
};

const options = (words: readonly string[]) => [...new Set(words)].map((word) => ({ value: word }));

/** Inputs for a key and a value, each known or new. */
function Pair({ draft }: { draft: ReturnType<typeof useLabelDraft> }) {
  const { t } = useTranslation('engine');
  const { key } = draft;
  const { keys } = useLabelKeys();
  const { labels: ofKey } = useLabels(key, key !== '');
  return (
    <div className={styles.pair}>
      <AutoComplete
        aria-label={t('labels.key')}
        placeholder={t('labels.key')}
        options={options(keys)}
        value={key}
        onChange={draft.setKey}
        showSearch={{ filterOption: true }}
      />
      <AutoComplete
        aria-label={t('labels.value')}
        placeholder={t('labels.value')}
        options={options(ofKey.map((label) => label.value))}
        value={draft.value}
        onChange={draft.setValue}
        showSearch={{ filterOption: true }}
      />
      <Button disabled={!draft.canAdd} onClick={draft.add}>
        {t('labels.add')}
      </Button>
    </div>
  );
}

/** Edits the labels of one row. */
export function LabelsDialog({ url, id, labels, onClose, onSaved }: Props) {
  const { t } = useTranslation('engine');
  const http = useHttp();
  const offerUndo = useUndo();
  const draft = useLabelDraft(labels);
  const [isSaving, setSaving] = useState(false);
  const cancel = useGuardedClose(draft.isChanged, onClose);
  const save = async () => {
    const next = await draft.toSave();
    if (!next) return;
    setSaving(true);
    try {
      offerUndo(
        t('labels.saved'),
        await http.patch(rowUrl(splitUrl(url).path, id), { labels: next }, asksUndo),
      );
      onSaved();
      onClose();
    } catch {
      setSaving(false);
    }
  };
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
      <Pair draft={draft} />
      <div className={styles.current}>
        {draft.chosen.length === 0 && <span className="t3 md">{t('labels.none')}</span>}
        {draft.chosen.map((label) => (
          <span key={label} className={styles.removable}>
            <LabelTag value={label} />
            <IconButton
              icon={<CloseOutlined aria-hidden />}
              tip={t('labels.remove', { label })}
              size={24}
              onClick={() => draft.remove(label)}
            />
          </span>
        ))}
      </div>
    </Modal>
  );
}
