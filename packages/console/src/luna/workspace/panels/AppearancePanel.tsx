import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from '../../../platform/store.ts';
import controls from '../../../replay/dark/controls.module.css';
import { cx } from '../../../replay/dark/cx.ts';
import { type TerminalTheme, terminalThemes } from '../../../replay/dark/terminalThemes.ts';
import { useLuna } from '../../LunaContext.tsx';
import { bounds, defaults, lineHeights, type Preferences } from '../../preferences/preferences.ts';
import styles from './panels.module.css';

const SWATCHES = ['foreground', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan'] as const;
const CURSORS = ['block', 'underline', 'bar'] as const;
const SCROLLBACKS = [1000, 5000, 10_000, 50_000];
const SWITCHES = [
  'cursorBlink',
  'rightClickPaste',
  'warnMultiline',
  'backspaceAsCtrlH',
  'strongContrast',
  'screenReader',
] as const satisfies readonly (keyof Preferences)[];

/** Settings of the terminal's appearance and behaviour; every change takes effect at once. */
export function AppearancePanel() {
  const { t } = useTranslation('luna');
  const { preferences } = useLuna();
  const now = useStore(preferences.store);
  const { change } = preferences;
  return (
    <>
      <fieldset className={styles.themes}>
        <legend className={controls.legend}>{t('look.theme')}</legend>
        {(Object.keys(terminalThemes) as TerminalTheme[]).map((theme) => (
          <ThemeChoice
            key={theme}
            theme={theme}
            isChosen={now.theme === theme}
            onChoose={() => change({ theme })}
          />
        ))}
      </fieldset>
      <Line label={t('look.fontSize')}>
        {(id) => (
          <span className={styles.stepper}>
            <button
              type="button"
              aria-label={t('look.smaller')}
              onClick={() => change({ fontSize: now.fontSize - 1 })}
            >
              −
            </button>
            <input
              id={id}
              type="number"
              {...bounds.fontSize}
              value={now.fontSize}
              onChange={(event) => event.target.value && change({ fontSize: event.target.valueAsNumber })}
            />
            <button
              type="button"
              aria-label={t('look.bigger')}
              onClick={() => change({ fontSize: now.fontSize + 1 })}
            >
              +
            </button>
          </span>
        )}
      </Line>
      <Line label={t('look.lineHeight')}>
        {(id) => (
          <Select
            id={id}
            value={now.lineHeight}
            options={lineHeights.map((value) => ({
              value,
              label: t(`look.lineHeights.${String(value).replace('.', '_')}`),
            }))}
            onChange={(lineHeight) => change({ lineHeight })}
          />
        )}
      </Line>
      <Line label={t('look.cursor')}>
        {(id) => (
          <Select
            id={id}
            value={now.cursorStyle}
            options={CURSORS.map((value) => ({ value, label: t(`look.cursors.${value}`) }))}
            onChange={(cursorStyle) => change({ cursorStyle })}
          />
        )}
      </Line>
      <Line label={t('look.scrollback')}>
        {(id) => (
          <Select
            id={id}
            value={now.scrollback}
            options={[...new Set([...SCROLLBACKS, now.scrollback])]
              .sort((a, b) => a - b)
              .map((value) => ({ value, label: t('look.lines', { count: value }) }))}
            onChange={(scrollback) => change({ scrollback })}
          />
        )}
      </Line>
      <div className={styles.switches}>
        {SWITCHES.map((name) => (
          <label key={name} className={controls.check}>
            <input
              type="checkbox"
              checked={now[name]}
              onChange={(event) => change({ [name]: event.target.checked })}
            />
            <span>
              {t(`look.${name}`)}
              {name !== 'cursorBlink' && <span className={controls.help}>{t(`look.${name}Help`)}</span>}
            </span>
          </label>
        ))}
      </div>
      <button type="button" className={cx(controls.button, controls.small)} onClick={() => change(defaults)}>
        {t('look.reset')}
      </button>
    </>
  );
}

function ThemeChoice(props: { theme: TerminalTheme; isChosen: boolean; onChoose: () => void }) {
  const { t } = useTranslation('luna');
  const colours = terminalThemes[props.theme];
  return (
    <label className={styles.theme} style={{ background: colours.background, color: colours.foreground }}>
      <input type="radio" name="terminal-theme" checked={props.isChosen} onChange={props.onChoose} />
      <span>{t(`theme.${props.theme}`)}</span>
      <span className={styles.swatches} aria-hidden="true">
        {SWATCHES.map((name) => (
          <i key={name} style={{ background: colours[name] }} />
        ))}
      </span>
    </label>
  );
}

function Line({ label, children }: { label: string; children: (id: string) => ReactNode }) {
  const id = useId();
  return (
    <div className={styles.line}>
      <label htmlFor={id}>{label}</label>
      {children(id)}
    </div>
  );
}

type SelectProps<V extends string | number> = {
  id: string;
  value: V;
  options: { value: V; label: string }[];
  onChange: (value: V) => void;
};

function Select<V extends string | number>({ id, value, options, onChange }: SelectProps<V>) {
  return (
    <select
      id={id}
      className={controls.select}
      value={value}
      onChange={(event) => {
        const chosen = options.find((option) => String(option.value) === event.target.value);
        if (chosen) onChange(chosen.value);
      }}
    >
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  );
}
