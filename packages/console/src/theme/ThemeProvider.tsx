import { LoadingOutlined } from '@ant-design/icons';
import { ConfigProvider } from 'antd';
import type { Locale } from 'antd/es/locale';
import fallbackLocale from 'antd/es/locale/en_US';
import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react';
import { loadLibraryLocale } from '../platform/i18n/libraryLocales.ts';
import { usePlatform } from '../platform/Platform.tsx';
import { useSession } from '../platform/session/useSession.ts';
import { antdTheme, fontsOf } from './antdTheme.ts';
import { withCustomColour } from './contrast.ts';
import { useThemeName } from './themeChoice.ts';
import { cssVariables, light, type Palette, palettes, type ThemeName } from './tokens.ts';

const PaletteContext = createContext<Palette>(light);

/** The current colours, for what is drawn without CSS variables. */
export const usePalette = (): Palette => useContext(PaletteContext);

// The loading icon is hidden from screen readers, so that the button's name does not change.
const button = { autoInsertSpace: false, loadingIcon: <LoadingOutlined aria-hidden /> };

const customColour = (colors: Record<string, string> | undefined) =>
  colors?.['--color-primary'] ?? colors?.primary;

const applyToDocument = (palette: Palette, name: ThemeName, language: string) => {
  const { style, dataset } = document.documentElement;
  for (const [variable, value] of Object.entries(cssVariables(palette))) style.setProperty(variable, value);
  const fonts = fontsOf(language);
  style.setProperty('--fontUi', fonts.ui);
  style.setProperty('--fontCode', fonts.code);
  style.colorScheme = name;
  style.backgroundColor = palette.layout;
  dataset.theme = name;
};

/**
 * Gives the page and the component library their colours, fonts and language; `force` overrides the user's
 * theme.
 */
export function ThemeProvider({ children, force }: { children: ReactNode; force?: ThemeName }) {
  const { language } = usePlatform();
  const { settings } = useSession();
  const chosen = useThemeName();
  const name = force ?? chosen;
  // Starts with a locale: without one, the library wraps its children anew when the locale arrives, and the
  // page loses its state.
  const [locale, setLocale] = useState<Locale>(fallbackLocale);
  const colour = customColour(settings.INTERFACE?.theme_info?.colors);
  const palette = useMemo(() => withCustomColour(palettes[name], colour, name), [name, colour]);
  const theme = useMemo(() => antdTheme(palette, name, language), [palette, name, language]);

  useMemo(() => applyToDocument(palette, name, language), [palette, name, language]);
  useEffect(() => {
    void loadLibraryLocale(language).then(setLocale);
  }, [language]);

  return (
    <PaletteContext value={palette}>
      <ConfigProvider theme={theme} button={button} locale={locale}>
        {children}
      </ConfigProvider>
    </PaletteContext>
  );
}
