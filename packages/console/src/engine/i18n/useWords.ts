import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { Translate } from '../fields/FieldUi.ts';

/** The engine's translator, typed for functions outside of components. */
export const useWords = (): Translate => {
  const { t } = useTranslation('engine');
  return useCallback((key, values) => t(key, values ?? {}), [t]);
};
