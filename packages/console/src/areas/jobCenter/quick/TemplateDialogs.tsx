import { commandTemplates } from '@gatehouse/contract/layouts/ops/adhoc.ts';
import { jobModuleFor } from '@gatehouse/contract/ops/jobs.ts';
import type { adhoc } from '@gatehouse/contract/resources/ops/adhoc.ts';
import { Button, Form, Input } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EmbeddedList } from '../../../engine/list/EmbeddedList.tsx';
import type { ListSlots } from '../../../engine/list/ListSlots.ts';
import { Modal } from '../../../platform/dialog/Modal.tsx';
import { errorText, fieldErrorsOf, messageOf } from '../../../platform/http/errorText.ts';
import { useNotify } from '../../../platform/notify/useNotify.ts';
import { useHttp } from '../../../platform/Platform.tsx';
import type { QuickForm } from './useQuickJob.ts';

const ADHOCS = '/api/v1/ops/adhocs/';

const mode = {
  ...commandTemplates,
  without: [...(commandTemplates.without ?? []), 'create', 'moreActions', 'selection'] as const,
};

/** Takes over the command of one of the user's templates. */
export function OpenTemplateDialog(props: {
  onUse: (form: Pick<QuickForm, 'command' | 'module'>) => void;
  onClose: () => void;
}) {
  const { t } = useTranslation('runs');
  const slots: ListSlots<typeof adhoc> = {
    mode,
    columns: {
      name: { card: 'title' },
      module: { width: 110, card: 'state' },
      args: { width: 240, card: 'fact' },
    },
    rowActions: (row) => [
      {
        name: 'use',
        title: t('quick.use'),
        can: jobModuleFor(row.module.value) !== undefined,
        reason: t('quick.moduleUnserved'),
        onRun: () => {
          props.onUse({ command: row.args, module: jobModuleFor(row.module.value) ?? row.module.value });
          props.onClose();
        },
      },
    ],
    emptyText: t('quick.noTemplates'),
  };
  return (
    <Modal open width={860} title={t('quick.open')} footer={null} onCancel={props.onClose}>
      <EmbeddedList name="QuickTemplates" url={ADHOCS} slots={slots} />
    </Modal>
  );
}

/** Saves the command as a template. */
export function SaveTemplateDialog({ form, onClose }: { form: QuickForm; onClose: () => void }) {
  const { t } = useTranslation('runs');
  const { t: common } = useTranslation('common');
  const http = useHttp();
  const notify = useNotify();
  const [name, setName] = useState('');
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const save = async () => {
    if (name.trim() === '') return setProblem(t('quick.nameNeeded'));
    setBusy(true);
    try {
      const template = { name: name.trim(), module: form.module, args: form.command };
      await http.post(ADHOCS, template, { disableFlashErrorMsg: true });
      notify.success(t('quick.saved', { name: template.name }));
      onClose();
    } catch (error) {
      const fields = Object.values(fieldErrorsOf(error)).map(messageOf).filter(Boolean);
      setProblem(fields.join(' ') || errorText(error, common));
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      width={440}
      title={t('quick.save')}
      onCancel={onClose}
      footer={
        <>
          <Button onClick={onClose}>{common('action.cancel')}</Button>
          <Button type="primary" loading={isBusy} onClick={() => void save()}>
            {t('quick.saveNow')}
          </Button>
        </>
      }
    >
      <Form layout="vertical" onFinish={() => void save()}>
        <Form.Item
          label={t('quick.name')}
          htmlFor="template-name"
          required
          validateStatus={problem ? 'error' : ''}
          help={problem}
        >
          <Input
            id="template-name"
            maxLength={128}
            value={name}
            onChange={(event) => {
              setName(event.target.value);
              setProblem(undefined);
            }}
          />
        </Form.Item>
      </Form>
    </Modal>
  );
}
