import { CloseOutlined, SearchOutlined } from '@ant-design/icons';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Modal } from '../../platform/dialog/Modal.tsx';
import { isRootOrg } from '../../platform/session/organizations.ts';
import { useSession } from '../../platform/session/useSession.ts';
import { useViewport } from '../../platform/viewport/useViewport.ts';
import { ComboboxInput } from '../../theme/kit/combobox/ComboboxParts.tsx';
import { Kbd } from '../../theme/tag/Kbd.tsx';
import styles from './Palette.module.css';
import { PaletteFoot } from './PaletteFoot.tsx';
import { PaletteList } from './PaletteList.tsx';
import { usePalette } from './usePalette.ts';
import { useWorkOrg } from './usePlace.ts';

const TOP = 96;
const TOP_MOBILE = 8;

/** Search and commands of the whole product behind one shortcut. */
export function Palette(props: { text: string; onText: (text: string) => void; onClose: () => void }) {
  const { onClose } = props;
  const { t } = useTranslation('palette');
  const { isMobile } = useViewport();
  const palette = usePalette(props);
  const { opened, back } = palette;
  const input = useRef<HTMLInputElement>(null);
  return (
    <Modal
      open
      width={680}
      footer={null}
      closable={false}
      title={t('title')}
      // Text typed right after the shortcut must not be lost to an animation.
      transitionName=""
      maskTransitionName=""
      onCancel={opened ? back : onClose}
      style={{ top: isMobile ? TOP_MOBILE : TOP, paddingBottom: 0 }}
      classNames={{ header: 'visually-hidden' }}
      styles={{ container: { padding: 0, overflow: 'hidden' } }}
    >
      <div className={styles.head}>
        <SearchOutlined aria-hidden className={styles.search} />
        <ComboboxInput
          of={palette.combobox}
          ref={input}
          className={styles.input}
          aria-label={t('title')}
          placeholder={t('placeholder')}
          autoCapitalize="off"
          enterKeyHint="go"
          value={palette.text}
          onChange={(event) => palette.type(event.target.value)}
          onKeyDown={palette.onKeyDown}
        />
        <Place />
        <button type="button" className={styles.close} aria-label={t('close')} onClick={onClose}>
          {isMobile ? <CloseOutlined aria-hidden /> : <Kbd>Esc</Kbd>}
        </button>
      </div>
      <PaletteList palette={palette} />
      <PaletteFoot
        onPrefix={(sign) => {
          palette.type(sign);
          input.current?.focus();
        }}
      />
    </Modal>
  );
}

/** The searched organization. */
function Place() {
  const { t } = useTranslation('palette');
  const shell = useTranslation('shell').t;
  const { hasLicence } = useSession();
  const org = useWorkOrg();
  if (!hasLicence || !org) return null;
  return (
    <span className={styles.place}>
      <span>{t('in')}</span>
      <b className="ell">{isRootOrg(org) ? shell('org.everywhere') : org.name}</b>
    </span>
  );
}
