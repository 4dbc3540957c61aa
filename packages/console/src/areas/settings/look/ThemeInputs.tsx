import { contrast, ENOUGH_CONTRAST, readable } from '@gatehouse/contract/look/contrast.ts';
import { isThemeColour, OWN_THEME, themeColour, themeVariables } from '@gatehouse/contract/look/themes.ts';
import { Form, Input, Radio } from 'antd';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { ariaOf } from '../../../engine/fields/ariaOf.ts';
import type { InputProps } from '../../../engine/fields/FieldUi.ts';
import { useFormValues } from '../../../engine/form/useFormValues.ts';
import { formatNumber } from '../../../platform/i18n/formatNumber.ts';
import { usePlatform } from '../../../platform/Platform.tsx';
import { StatusText } from '../../../theme/tag/StatusText.tsx';
import { palettes, type ThemeName } from '../../../theme/tokens.ts';
import styles from './look.module.css';

/** Themes, each with its colour. */
export function ThemeInput(props: InputProps) {
  const { meta, value, disabled, onChange } = props;
  return (
    <Radio.Group
      {...ariaOf(props)}
      className={styles.themes}
      value={value}
      disabled={disabled}
      onChange={(event) => onChange?.(event.target.value)}
    >
      {(meta.choices ?? []).map((choice) => (
        <Radio key={String(choice.value)} value={choice.value}>
          {choice.value !== OWN_THEME && (
            <Dot colour={themeColour(String(choice.value), '') || palettes.light.primary} />
          )}
          {choice.label}
        </Radio>
      ))}
    </Radio.Group>
  );
}

const Dot = ({ colour }: { colour: string }) => (
  <span className={styles.dot} style={{ backgroundColor: colour }} aria-hidden="true" />
);

/** A colour, typed or picked. */
export function ColourInput(props: InputProps) {
  const { t } = useTranslation('settings');
  const { value, disabled, onChange } = props;
  const text = String(value ?? '');
  return (
    <span className={styles.colour}>
      <input
        type="color"
        aria-label={t('look.pick')}
        disabled={disabled}
        value={isThemeColour(text) ? text.toLowerCase() : palettes.light.primary.toLowerCase()}
        onChange={(event) => onChange?.(event.target.value)}
      />
      <Input
        {...ariaOf(props)}
        className="mono"
        maxLength={7}
        disabled={disabled}
        value={text}
        onChange={(event) => onChange?.(event.target.value)}
      />
    </span>
  );
}

function Contrast({ theme, colour }: { theme: ThemeName; colour: string }) {
  const { t } = useTranslation('settings');
  const ground = palettes[theme].container;
  const used = readable(colour, ground, theme) ?? colour;
  const ratio = (shown: string) => formatNumber(Math.floor(contrast(shown, ground) * 10) / 10);
  const isEnough = contrast(colour, ground) >= ENOUGH_CONTRAST;
  return (
    <li>
      <StatusText kind={isEnough ? 'ok' : 'warn'}>
        {t(isEnough ? `look.contrast.${theme}` : `look.adapted.${theme}`, {
          ratio: ratio(colour),
          used,
          usedRatio: ratio(used),
        })}
      </StatusText>
    </li>
  );
}

/** Gives the console the colour that the form chooses, until the form is left, and tells how readable it is. */
export function ThemePreview() {
  const { t } = useTranslation('settings');
  const { session } = usePlatform();
  const { theme, theme_color } = useFormValues(Form.useFormInstance()) ?? {};
  const colour = themeColour(String(theme ?? ''), String(theme_color ?? ''));
  useEffect(() => {
    const { settings } = session.get();
    const saved = settings.INTERFACE?.theme_info;
    const show = (theme_info: typeof saved) => {
      const now = session.get().settings;
      session.setSettings({ ...now, INTERFACE: { ...now.INTERFACE, theme_info: theme_info ?? {} } });
    };
    const shown = { colors: themeVariables(colour) };
    show(shown);
    return () => {
      // What was saved in the meantime stays.
      if (session.get().settings.INTERFACE?.theme_info === shown) show(saved);
    };
  }, [colour, session]);
  if (!colour) return null;
  return (
    <ul className={styles.contrasts} aria-label={t('look.readability')}>
      <Contrast theme="light" colour={colour} />
      <Contrast theme="dark" colour={colour} />
    </ul>
  );
}
