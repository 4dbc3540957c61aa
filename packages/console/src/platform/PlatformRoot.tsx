import { type ReactNode, useEffect } from 'react';
import { ThemeProvider } from '../theme/ThemeProvider.tsx';
import type { ThemeName } from '../theme/tokens.ts';
import { DialogHost } from './confirm/DialogHost.tsx';
import type { Platform } from './createPlatform.ts';
import { keepFocus } from './focus/focusTrail.ts';
import { ToastHost } from './notify/ToastHost.tsx';
import { PlatformProvider } from './Platform.tsx';

/** The root of the console and of the gallery: platform, theme, notifications and dialogs. */
export function PlatformRoot(props: { platform: Platform; theme?: ThemeName; children: ReactNode }) {
  useEffect(keepFocus, []);
  return (
    <PlatformProvider platform={props.platform}>
      <ThemeProvider {...(props.theme && { force: props.theme })}>
        {props.children}
        <ToastHost />
        <DialogHost />
      </ThemeProvider>
    </PlatformProvider>
  );
}
