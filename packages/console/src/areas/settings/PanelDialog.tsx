import type { ShownSettingPanel } from '@gatehouse/contract/calls/settings.ts';
import { Button, Form } from 'antd';
import { type ComponentType, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { useFormValues } from '../../engine/form/useFormValues.ts';
import { Modal } from '../../platform/dialog/Modal.tsx';
import { useGuardedClose } from '../../platform/page/useGuardedClose.ts';
import { SOUGHT } from './settingPath.ts';
import styles from './settings.module.css';
import { useSettingPanels } from './useSettingPanels.ts';

type Content = ComponentType<{
  panel: ShownSettingPanel;
  onSaved: () => void;
  onUnsaved: (isUnsaved: boolean) => void;
}>;

const holds = ({ groups }: ShownSettingPanel, name: string | null): boolean =>
  groups.some(({ settings }) => settings.some((setting) => setting.name === name));

function OpenDialog(props: { panel: ShownSettingPanel; Content: Content; onClose: () => void }) {
  const { panel, Content, onClose } = props;
  const [isUnsaved, setUnsaved] = useState(false);
  const cancel = useGuardedClose(isUnsaved, onClose);
  return (
    <Modal
      open
      width="70%"
      style={{ top: '3vh' }}
      title={panel.title}
      footer={null}
      mask={{ closable: false }}
      onCancel={cancel}
    >
      <div className={styles.bare}>
        <Content panel={panel} onSaved={onClose} onUnsaved={setUnsaved} />
      </div>
    </Modal>
  );
}

/** The panel with the setting that the address names, and how to take that name out of the address. */
const useSoughtPanel = (panels: readonly ShownSettingPanel[]) => {
  const navigate = useNavigate();
  const { search, hash } = useLocation();
  const query = new URLSearchParams(search);
  const name = query.get(SOUGHT);
  const forget = () => {
    if (name === null) return;
    query.delete(SOUGHT);
    void navigate({ search: query.toString(), hash }, { replace: true, preventScrollReset: true });
  };
  return { sought: panels.find((panel) => holds(panel, name)), forget };
};

/**
 * A button that opens the panel whose category a setting of the form names. The dialog of another one opens when the
 * address names a setting of it.
 */
export function PanelDialog({ tab, by, Content }: { tab: string; by: string; Content: Content }) {
  const { t } = useTranslation('settings');
  const { data = [] } = useSettingPanels();
  const values = useFormValues(Form.useFormInstance()) ?? {};
  const dialogs = data.filter((panel) => panel.dialog && panel.tab === tab);
  const [picked, setPicked] = useState<ShownSettingPanel>();
  const { sought, forget } = useSoughtPanel(dialogs);
  const open = sought ?? picked;
  const close = () => {
    setPicked(undefined);
    forget();
  };
  const chosen = dialogs.find(({ category }) => category === values[by]);
  return (
    <div className={styles.below}>
      {chosen && (
        <Button disabled={false} onClick={() => setPicked(chosen)}>
          {t('setUp', { name: chosen.title })}
        </Button>
      )}
      {open && <OpenDialog key={open.name} panel={open} Content={Content} onClose={close} />}
    </div>
  );
}
