import { useState } from 'react';
import { usePlatform } from '../../../platform/Platform.tsx';

/** Height of rows. */
export type Density = 'comfortable' | 'compact';

type Widths = Readonly<Record<string, number>>;

const DENSITY = 'tableDensity';
const WIDTHS = 'tableWidths';

/** The user's table settings: one row height for all lists, column widths per list. */
export const useTableLook = (name: string) => {
  const { storage } = usePlatform();
  const [density, setDensity] = useState<Density>(() =>
    storage.get(DENSITY) === 'compact' ? 'compact' : 'comfortable',
  );
  const [widths, setWidths] = useState<Widths>(
    () => storage.getJson<Record<string, Widths>>(WIDTHS)?.[name] ?? {},
  );
  return {
    density,
    setDensity: (next: Density) => {
      storage.set(DENSITY, next);
      setDensity(next);
    },
    widths,
    setWidths: (next: Widths) => {
      const { [name]: _old, ...others } = storage.getJson<Record<string, Widths>>(WIDTHS) ?? {};
      storage.setJson(WIDTHS, Object.keys(next).length > 0 ? { ...others, [name]: next } : others);
      setWidths(next);
    },
  };
};
