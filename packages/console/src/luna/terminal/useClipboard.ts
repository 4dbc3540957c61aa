import { type ClipboardEvent, type MouseEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePlatform } from '../../platform/Platform.tsx';
import { copyText, readClipboard } from '../../replay/dark/clipboard.ts';
import type { Point } from '../../theme/kit/menu/placeLayer.ts';
import { useLuna } from '../LunaContext.tsx';
import { pasteRisk } from './paste.ts';
import type { TerminalSession } from './terminalSession.ts';

const stop = (event: ClipboardEvent | MouseEvent) => {
  event.preventDefault();
  event.stopPropagation();
};

/** Which mouse button opens a context menu; none for the menu key and a long touch. */
const MENU_BUTTON = 2;

/**
 * Copy and paste of a terminal, as far as the permission allows; risky pastes wait for confirmation, unless
 * the user has switched that off. A right click pastes or copies if the user wants that, else calls `onMenu`.
 */
export const useClipboard = (session: TerminalSession, onMenu: (at: Point) => void) => {
  const { t } = useTranslation('luna');
  const { notify } = usePlatform();
  const { preferences } = useLuna();
  const [pending, setPending] = useState<string | null>(null);
  const { terminal } = session;

  const may = (action: 'copy' | 'paste') => {
    const isAllowed = session.store.get().link.facts?.actions.includes(action) ?? false;
    if (!isAllowed) notify.warning(t(`clipboard.${action}Denied`), { key: 'clipboard' });
    return isAllowed;
  };
  const copySelection = async () => {
    if (!terminal.hasSelection() || !may('copy')) return;
    if (await copyText(terminal.getSelection())) notify.copied();
    terminal.focus();
  };
  const paste = (text: string) => {
    if (text === '' || !may('paste')) return;
    const isRisky = pasteRisk(text, terminal.modes.bracketedPasteMode) !== null;
    if (isRisky && preferences.get().warnMultiline) setPending(text);
    else terminal.paste(text);
  };
  const pasteFromMouse = async () => {
    const text = await readClipboard();
    if (text === null) notify.warning(t('clipboard.blocked'), { key: 'clipboard' });
    else paste(text);
  };

  return {
    copySelection,
    pasteFromMouse,
    pending,
    confirm: (isLast: boolean) => {
      if (pending !== null) terminal.paste(pending);
      if (isLast) preferences.change({ warnMultiline: false });
      setPending(null);
    },
    cancel: () => setPending(null),
    /** In the capture phase, because otherwise the terminal library handles these events itself. */
    handlers: {
      onPasteCapture: (event: ClipboardEvent) => {
        stop(event);
        paste(event.clipboardData.getData('text/plain'));
      },
      onCopyCapture: (event: ClipboardEvent) => {
        if (!may('copy')) stop(event);
      },
      onContextMenuCapture: (event: MouseEvent) => {
        stop(event);
        const isClick = event.button === MENU_BUTTON && !event.shiftKey;
        if (!isClick || !preferences.get().rightClickPaste)
          return onMenu({ x: event.clientX, y: event.clientY });
        if (terminal.hasSelection()) copySelection().then(() => terminal.clearSelection());
        else pasteFromMouse();
      },
    },
  };
};
