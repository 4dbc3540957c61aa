import { createContext, useContext } from 'react';

/** Opens the palette; provided by `PaletteHost`. */
export const PaletteContext = createContext<() => void>(() => undefined);

/** Opens the command palette. */
export const useOpenPalette = (): (() => void) => useContext(PaletteContext);
