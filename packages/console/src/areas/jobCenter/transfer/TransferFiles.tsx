import CloseOutlined from '@ant-design/icons/CloseOutlined';
import InboxOutlined from '@ant-design/icons/InboxOutlined';
import { transferLimits } from '@gatehouse/contract/ops/fileTransfer.ts';
import { Upload } from 'antd';
import { useTranslation } from 'react-i18next';
import { formatBytes } from '../../../platform/time/bytes.ts';
import { IconButton } from '../../../theme/control/IconButton.tsx';
import { isRepeated, megabyte, repeatedNames } from './chosenFiles.ts';
import styles from './transfer.module.css';
import type { Transfer } from './useTransfer.ts';

/** The chosen files; each can be taken out, and those with the same name are marked. */
export function TransferFiles({ transfer }: { transfer: Transfer }) {
  const { t, i18n } = useTranslation('transfer');
  const { files, limit, take, isSending } = transfer;
  const repeated = repeatedNames(files);
  return (
    <div className={styles.files}>
      <Upload.Dragger
        multiple
        accept="*/*"
        showUploadList={false}
        disabled={isSending}
        fileList={[]}
        beforeUpload={(file, batch) => {
          // Called for each file of a batch: the first one brings all of them.
          if (file === batch[0]) take([...files, ...batch]);
          // The library must not send them by itself.
          return false;
        }}
      >
        <p className={styles.drop}>
          <InboxOutlined aria-hidden /> {t('drop')}
        </p>
        <p className="t3 md">
          {t('limits', {
            ...{ files: transferLimits.files, limit },
            all: formatBytes(limit * transferLimits.all * megabyte, i18n.language),
          })}
        </p>
      </Upload.Dragger>
      {files.length > 0 && (
        <ul className={styles.list} aria-label={t('files')}>
          {files.map((file, at) => {
            const isWrong = isRepeated(file, repeated) || file.size > limit * megabyte || file.size === 0;
            return (
              // Files may have the same name, so each is known by its place.
              // biome-ignore lint/suspicious/noArrayIndexKey: there is nothing else that tells them apart
              <li key={`${at} ${file.name}`} className={isWrong ? styles.wrong : undefined}>
                <span className="ell grow" title={file.name}>
                  {file.name}
                </span>
                <span className="t3 num">{formatBytes(file.size, i18n.language)}</span>
                <IconButton
                  icon={<CloseOutlined aria-hidden />}
                  tip={t('remove', { name: file.name })}
                  size={24}
                  disabled={isSending}
                  onClick={() => take(files.filter((_, place) => place !== at))}
                />
              </li>
            );
          })}
        </ul>
      )}
    </div>
  );
}
